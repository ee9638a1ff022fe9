/* SPDX-License-Identifier: MIT */
/* Embeds the files of page/ for web_rules.cpp. */
#define SUMI_PAGE_FILE(label, file, media)  \
    .hidden sumi_page_##label;             \
    .hidden sumi_page_##label##_end;       \
    .global sumi_page_##label;             \
    .global sumi_page_##label##_end;       \
    .type sumi_page_##label, %object;      \
sumi_page_##label:                         \
    .incbin file;                           \
sumi_page_##label##_end:                   \
    .size sumi_page_##label, . - sumi_page_##label;
    .section .rodata.sumi_page, "a", %progbits
#include "protocol/http/page_list.inc"
    .section .note.GNU-stack, "", %progbits
