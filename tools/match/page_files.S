/* SPDX-License-Identifier: MIT */
/* Embeds the files of page/ for event_page.cpp. */
#define SUMI_EVENT_FILE(label, file)  \
    .hidden sumi_##label;             \
    .hidden sumi_##label##_end;       \
    .global sumi_##label;             \
    .global sumi_##label##_end;       \
    .type sumi_##label, %object;      \
sumi_##label:                         \
    .incbin file;                     \
sumi_##label##_end:                   \
    .size sumi_##label, . - sumi_##label;
    .section .rodata.sumi_event, "a", %progbits
SUMI_EVENT_FILE(event_js, "event.js")
SUMI_EVENT_FILE(event_words_js, "event_words.js")
SUMI_EVENT_FILE(event_css, "event.css")
    .section .note.GNU-stack, "", %progbits
