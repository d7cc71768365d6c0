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
    .global cwBertUncasedPieces
    .global cwBertUncasedPiecesEnd
cwBertUncasedPieces:
    .incbin "bert_uncased.vocab"
cwBertUncasedPiecesEnd:
    .section .note.GNU-stack,"",%progbits
