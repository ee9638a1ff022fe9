// SPDX-License-Identifier: MIT
// @ts-check
/** The buttons and keys that step through a game, on pages in one file. */
import { el, set, svg } from "./dom.js";
import { state } from "./state.js";

/** @typedef {import("./tree.js").Tree} Tree */

/** [word, key, what it does, shape] */
const STEPS = /** @type {[string, string, (tree: Tree) => void, string][]} */ ([
  ["go_first", "Home", tree => tree.first(), "M6 5v14M19 5l-9 7 9 7z"],
  ["go_back", "ArrowLeft", tree => tree.back(), "M16 5l-9 7 9 7z"],
  ["go_forward", "ArrowRight", tree => tree.forward(), "M8 5l9 7-9 7z"],
  ["go_last", "End", tree => tree.last(), "M18 5v14M5 5l9 7-9 7z"],
]);

export const stepButtons = () => STEPS.map(([word, , step, path]) => el("button", {
  type: "button", "data-label": word, onclick: () => state.step(step),
}, svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: path }))));

/** Disables those that lead nowhere.
 * @param {Iterable<Element>} buttons by stepButtons() */
export function showSteps([first, back, forward, last]) {
  const { here } = state;
  for (const button of [first, back]) set(button, { disabled: here.parent === null });
  for (const button of [forward, last]) set(button, { disabled: here.children.length === 0 });
}

/** @param {KeyboardEvent} event */
export function stepByKey(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target instanceof Element && event.target.closest("select, .scroll")) return;
  const step = STEPS.find(([, key]) => key === event.key);
  if (!step) return;
  state.step(step[2]);
  event.preventDefault();
}
