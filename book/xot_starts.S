/* SPDX-License-Identifier: MIT */
/* The bytes of xot_starts.bin, for opening_names.cpp. As engine/weights/shipped_weights.S. */
    .section .rodata.sumi_xot_starts, "a", %progbits
    .global sumi_xot_starts
    .global sumi_xot_starts_end
    .hidden sumi_xot_starts
    .hidden sumi_xot_starts_end
    .type sumi_xot_starts, %object
sumi_xot_starts:
    .incbin SUMI_XOT_STARTS
sumi_xot_starts_end:
    .size sumi_xot_starts, . - sumi_xot_starts
    .section .note.GNU-stack, "", %progbits
