/* SPDX-License-Identifier: MIT */
/* The bytes of xot_starts.bin, for opening_names.cpp. */
#include "engine/base/embed.inc"
    embed sumi_xot_starts, SUMI_XOT_STARTS
