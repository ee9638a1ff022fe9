/* SPDX-License-Identifier: MIT */
/* The bytes of opening_names.tsv, for opening_names.cpp. */
#include "engine/base/embed.inc"
    embed sumi_opening_names, SUMI_OPENING_NAMES
