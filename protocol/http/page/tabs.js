// SPDX-License-Identifier: MIT
// @ts-check
/** Tabs: one panel at a time; arrow keys go from tab to tab. */
import { byId, set } from "./dom.js";
import { mode } from "./mode.js";
import { settings, settings_changed } from "./settings.js";

const NAMES = ["play", "analysis", "book", "files", "study"];
/** Tabs that show evaluations, and the one that hides them; the others leave that as it is. */
const ANALYSIS = new Map([["play", false], ["analysis", true], ["book", true]]);

/** @param {string} chosen */
function show(chosen) {
  for (const name of NAMES) {
    const here = name === chosen;
    set(byId(`tab-${name}`), { "aria-selected": here ? "true" : "false", tabindex: here ? 0 : -1 });
    set(byId(`panel-${name}`), { hidden: !here });
  }
  set(document.body, { "data-tab": chosen });
  mode.choose(ANALYSIS.get(chosen) ?? mode.analysis);
}

/** @param {string} name */
export function chooseTab(name) {
  show(name);
  settings_changed.emit({ tab: name });
}

/** @param {KeyboardEvent} event @param {string} name */
function key(event, name) {
  const at = NAMES.indexOf(name), last = NAMES.length - 1;
  /** @type {Record<string, number>} */
  const places = { ArrowLeft: at === 0 ? last : at - 1, ArrowRight: at === last ? 0 : at + 1,
    Home: 0, End: last };
  const place = places[event.key];
  if (place === undefined) return;
  event.preventDefault();
  chooseTab(NAMES[place]);
  byId(`tab-${NAMES[place]}`).focus();
}

export function startTabs() {
  for (const name of NAMES) {
    byId(`tab-${name}`).addEventListener("click", event => {
      chooseTab(name);
      if (event.detail > 0) byId(`tab-${name}`).blur();  // after a mouse click, keys are for the board
    });
    byId(`tab-${name}`).addEventListener("keydown", event => key(event, name));
  }
  show(NAMES.includes(settings.tab) ? settings.tab : NAMES[0]);
}
