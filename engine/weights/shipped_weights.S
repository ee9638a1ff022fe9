/* SPDX-License-Identifier: MIT */
/* The built-in weights: weights/nnue.sumi for nnue_file.cpp, weights/pattern.sumi for
   weights_file.cpp. */
#include "engine/base/embed.inc"
    embed sumi_shipped_nnue, SUMI_SHIPPED_NNUE
    embed sumi_shipped_pattern, SUMI_SHIPPED_PATTERN
