/* SPDX-License-Identifier: MIT */
/* Embeds the files of page/ for web_rules.cpp. */
#include "engine/base/embed.inc"
#define SUMI_PAGE_FILE(label, file, media) embed sumi_page_##label, file
#include "protocol/http/page_list.inc"
