/* SPDX-License-Identifier: MIT */
/* Embeds the files of page/ for event_page.cpp. */
#include "engine/base/embed.inc"
    embed sumi_event_js, event.js
    embed sumi_event_words_js, event_words.js
    embed sumi_event_css, event.css
