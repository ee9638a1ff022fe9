/* SPDX-License-Identifier: MIT */
/* The built-in weights: weights/nnue.sumi for nnue_file.cpp, weights/pattern.sumi for
   weights_file.cpp. Portable to all machines: %progbits, because @ begins a comment on some. */
    .section .rodata.sumi_shipped_nnue, "a", %progbits
    .global sumi_shipped_nnue
    .global sumi_shipped_nnue_end
    .hidden sumi_shipped_nnue
    .hidden sumi_shipped_nnue_end
    .type sumi_shipped_nnue, %object
    .balign 16
sumi_shipped_nnue:
    .incbin SUMI_SHIPPED_NNUE
sumi_shipped_nnue_end:
    .size sumi_shipped_nnue, . - sumi_shipped_nnue

    .section .rodata.sumi_shipped_pattern, "a", %progbits
    .global sumi_shipped_pattern
    .global sumi_shipped_pattern_end
    .hidden sumi_shipped_pattern
    .hidden sumi_shipped_pattern_end
    .type sumi_shipped_pattern, %object
    .balign 16
sumi_shipped_pattern:
    .incbin SUMI_SHIPPED_PATTERN
sumi_shipped_pattern_end:
    .size sumi_shipped_pattern, . - sumi_shipped_pattern
    .section .note.GNU-stack, "", %progbits
