/* SPDX-License-Identifier: MIT */
/* The bytes of default.book, for compact_book.cpp. As engine/weights/shipped_weights.S. */
    .section .rodata.sumi_shipped_book, "a", %progbits
    .global sumi_shipped_book
    .global sumi_shipped_book_end
    .hidden sumi_shipped_book
    .hidden sumi_shipped_book_end
    .type sumi_shipped_book, %object
sumi_shipped_book:
    .incbin SUMI_SHIPPED_BOOK
sumi_shipped_book_end:
    .size sumi_shipped_book, . - sumi_shipped_book
    .section .note.GNU-stack, "", %progbits
