/* SPDX-License-Identifier: MIT */
/* Embeds the files of this folder for page_files.cpp. */
#include "engine/base/embed.inc"
#define SUMI_PAGE_FILE(label, file, media) embed sumi_page_##label, file
#include "protocol/page/page_list.inc"
