/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vocabularies of resources/tokenizers, so that a program needs no file at run time. */
    .section .rodata
    .balign 64
    .global cwO200kBaseMerges
    .global cwO200kBaseMergesEnd
cwO200kBaseMerges:
    .incbin "o200k_base.merges"
cwO200kBaseMergesEnd:
    .balign 64
    .global cwCl100kBaseMerges
    .global cwCl100kBaseMergesEnd
cwCl100kBaseMerges:
    .incbin "cl100k_base.merges"
cwCl100kBaseMergesEnd:
    .balign 64
    .global cwP50kBaseMerges
    .global cwP50kBaseMergesEnd
cwP50kBaseMerges:
    .incbin "p50k_base.merges"
cwP50kBaseMergesEnd:
    .balign 64
    .global cwR50kBaseMerges
    .global cwR50kBaseMergesEnd
cwR50kBaseMerges:
    .incbin "r50k_base.merges"
cwR50kBaseMergesEnd:
    .global cwBertUncasedPieces
    .global cwBertUncasedPiecesEnd
cwBertUncasedPieces:
    .incbin "bert_uncased.vocab"
cwBertUncasedPiecesEnd:
    .section .note.GNU-stack,"",%progbits
