/* SPDX-License-Identifier: MIT */
/* The bytes of default.book, for compact_book.cpp. */
#include "engine/base/embed.inc"
    embed sumi_shipped_book, SUMI_SHIPPED_BOOK
