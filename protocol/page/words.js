// SPDX-License-Identifier: MIT
// @ts-check
/** The language that is chosen, and words in it. */
import { WORDS } from "./word_list.js";

/** @type {Record<"en" | "ja", number>} */
const COLUMN = { en: 0, ja: 1 };
/** @type {"en" | "ja"} */
let chosen = "en";
/** @type {(() => void)[]} */
const listeners = [];

/** Another language was chosen. */
export const language_changed = {
  /** @param {() => void} listener */
  on: listener => void listeners.push(listener),
};
export const language = () => chosen;

/** @param {string} wanted "en", "ja"; any other: as the browser says @param {string} browser */
export function pickLanguage(wanted, browser) {
  if (wanted === "en" || wanted === "ja") return wanted;
  return browser.toLowerCase().startsWith("ja") ? "ja" : "en";
}

/** @param {"en" | "ja"} wanted */
export function useLanguage(wanted) {
  chosen = wanted;
  for (const listener of listeners) listener();
}

/** The words for a key; `{name}` in them is a value.
 * @param {Word} key
 * @param {Record<string, string | number>} values @returns {string} */
export function t(key, values = {}) {
  return WORDS[key][COLUMN[chosen]].replace(/\{(\w+)\}/g, (all, name) =>
    Object.prototype.hasOwnProperty.call(values, name) ? String(values[name]) : all);
}

/** Puts the words into elements that say with `data-word`, `data-label`, `data-hint` which.
 * @param {Document} page */
export function translate(page) {
  page.documentElement.lang = chosen;
  for (const element of page.querySelectorAll("[data-word], [data-label], [data-hint]")) {
    const { word, label, hint } = /** @type {HTMLElement} */ (element).dataset;
    if (word) element.textContent = t(/** @type {Word} */ (word));
    if (label) element.setAttribute("aria-label", t(/** @type {Word} */ (label)));
    if (label && element.matches("button")) element.setAttribute("title", t(/** @type {Word} */ (label)));
    if (hint) element.setAttribute("placeholder", t(/** @type {Word} */ (hint)));
  }
}

/** @typedef {keyof typeof WORDS} Word */
