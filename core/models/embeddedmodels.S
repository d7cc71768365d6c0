/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The model list of resources/models, so that a program needs no file at run time. */
    .section .rodata
    .global cwModelProfiles
    .global cwModelProfilesEnd
cwModelProfiles:
    .incbin "models.json"
cwModelProfilesEnd:
    .section .note.GNU-stack,"",%progbits
