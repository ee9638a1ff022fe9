/* SPDX-License-Identifier: MIT */
/* The bytes of opening_names.tsv, for opening_names.cpp. As engine/weights/shipped_weights.S. */
    .section .rodata.sumi_opening_names, "a", %progbits
    .global sumi_opening_names
    .global sumi_opening_names_end
    .hidden sumi_opening_names
    .hidden sumi_opening_names_end
    .type sumi_opening_names, %object
sumi_opening_names:
    .incbin SUMI_OPENING_NAMES
sumi_opening_names_end:
    .size sumi_opening_names, . - sumi_opening_names
    .section .note.GNU-stack, "", %progbits
