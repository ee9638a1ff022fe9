// SPDX-License-Identifier: MIT
// @ts-check
/** Texts that stay on the page: they are said again when another language is chosen. */
import { byId, say } from "./dom.js";
import { language_changed } from "./words.js";

/** @type {Map<string, () => string>} */
const said = new Map();

/** @param {string} id of an element @param {() => string} words */
export function sayAt(id, words) {
  said.set(id, words);
  say(byId(id), words());
}

/** @param {string} id */
export const unsay = id => sayAt(id, () => "");

language_changed.on(() => {
  for (const [id, words] of said) say(byId(id), words());
});
