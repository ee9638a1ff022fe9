/* SPDX-License-Identifier: MIT */
/* Embeds the data of every program, under the same names, and the files of carried_files.inc.
   Paths are relative to the root of the tree. */
#define CARRIED(label, file)                                                       \
    .section .rodata.label, "", @; .p2align 4; .hidden label; .globl label;        \
label:;                                                                            \
    .incbin file;                                                                  \
    .hidden label##_end; .globl label##_end;                                       \
label##_end:;                                                                      \
    .byte 0; .size label, label##_end - label; .size label##_end, 1;               \
    .type label, @object; .type label##_end, @object

CARRIED(sumi_shipped_nnue, "weights/nnue.sumi")
CARRIED(sumi_shipped_book, "book/default.book")
CARRIED(sumi_opening_names, "book/opening_names.tsv")
CARRIED(sumi_xot_starts, "book/xot_starts.bin")
#define SUMI_CARRIED_FILE(label, path) CARRIED(sumi_carried_##label, path)
#include "protocol/wasm/carried_files.inc"
