/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The word lists of resources/sentences, one behind the other, so that a program needs no file at run time. */
    .section .rodata
    .global cwSentenceWords
    .global cwSentenceWordsEnd
cwSentenceWords:
    .incbin "en.txt"
    .incbin "de.txt"
    .incbin "fr.txt"
    .incbin "es.txt"
    .incbin "it.txt"
    .incbin "pt.txt"
    .incbin "nl.txt"
    .incbin "pl.txt"
    .incbin "ru.txt"
    .incbin "hi.txt"
cwSentenceWordsEnd:
    .section .note.GNU-stack,"",%progbits
