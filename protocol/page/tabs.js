// SPDX-License-Identifier: MIT
// @ts-check
/** Tabs: one panel at a time; arrow keys go from tab to tab. */
import { byId, narrowScreen, set } from "./dom.js";
import { exercise_changed, room } from "./exercise.js";
import { mode } from "./mode.js";
import { settings, settings_changed } from "./settings.js";

const NAMES = ["play", "analysis", "book", "files", "study"];
/** Tabs that show evaluations, and the one that hides them; the others leave that as it is. */
const ANALYSIS = new Map([["play", false], ["analysis", true], ["book", true]]);
/** Tabs whose panel comes before the game on narrow screens; with the element that a tap scrolls to. */
const NEAR_BOARD = new Map([["book", "board"], ["files", "tab-area"], ["study", "tab-area"]]);

/** @param {string} chosen */
function show(chosen) {
  for (const name of NAMES) {
    const here = name === chosen;
    set(byId(`tab-${name}`), { "aria-selected": here ? "true" : "false", tabindex: here ? 0 : -1 });
    set(byId(`panel-${name}`), { hidden: !here });
  }
  set(document.body, { "data-tab": chosen });
  place();
  mode.choose(ANALYSIS.get(chosen) ?? mode.analysis);
}

/** Puts the panel of the tab before the game on the board, or after it; an exercise needs its game at hand. */
function place() {
  const near = narrowScreen().matches && !room.current && NEAR_BOARD.has(document.body.dataset.tab || "");
  const area = byId("tab-area"), game = byId("line-area");
  if (near === (area.nextElementSibling === game)) return;
  if (near) game.before(area);
  else byId("side").after(area);
}

/** @param {string} name */
export function chooseTab(name) {
  show(name);
  settings_changed.emit({ tab: name });
}

/** The user has chosen a tab: on narrow screens the page scrolls to what it shows.
 * @param {string} name */
function visit(name) {
  chooseTab(name);
  if (!narrowScreen().matches) return;
  const target = NEAR_BOARD.get(name);
  if (target) byId(target).scrollIntoView({ block: "start" });
  else scrollTo({ top: 0 });
}

/** @param {KeyboardEvent} event @param {string} name */
function key(event, name) {
  const at = NAMES.indexOf(name), last = NAMES.length - 1;
  /** @type {Record<string, number>} */
  const targets = { ArrowLeft: at === 0 ? last : at - 1, ArrowRight: at === last ? 0 : at + 1,
    Home: 0, End: last };
  const target = targets[event.key];
  if (target === undefined) return;
  event.preventDefault();
  visit(NAMES[target]);
  byId(`tab-${NAMES[target]}`).focus();
}

export function startTabs() {
  for (const name of NAMES) {
    byId(`tab-${name}`).addEventListener("click", event => {
      visit(name);
      // After a click or a tap, arrow keys are for the game; screen readers continue in the panel.
      if (event.detail > 0) byId(`panel-${name}`).focus({ preventScroll: true });
    });
    byId(`tab-${name}`).addEventListener("keydown", event => key(event, name));
  }
  exercise_changed.on(place);
  narrowScreen().addEventListener("change", place);
  show(NAMES.includes(settings.tab) ? settings.tab : NAMES[0]);
}
