// SPDX-License-Identifier: MIT
// @ts-check
/** What the browser keeps of its user: settings, games, mistakes to try again. */
import { Signal } from "./state.js";
import { Collection, read, Slot, write } from "./tab_store.js";

/** @typedef {import("./tab_store.js").Store} Store */

/** @type {Store} Where the browser refuses its own. */
const NOTHING = {
  length: 0, key: () => null, getItem: () => null, removeItem: () => {},
  setItem: () => {
    throw new Error("no storage");
  },
};

/** @param {() => Storage} get @returns {Store} */
function storeOr(get) {
  try {
    return get();
  } catch (error) {
    return NOTHING;
  }
}

const store = storeOr(() => localStorage);
/** The game of this tab. */
export const slot = new Slot(store, storeOr(() => sessionStorage));

/** What the storage refuses, as it is full or shut, stays on the page: whether there is such a thing.
 * @type {Signal<boolean>} */
export const refused_changed = new Signal();
/** @type {Set<string>} */
const refused = new Set();

/** @param {string} what @param {boolean} full */
function noteRefused(what, full) {
  const before = refused.size > 0;
  if (full) refused.add(what);
  else refused.delete(what);
  if (before !== refused.size > 0) refused_changed.emit(refused.size > 0);
}

/** @type {Collection[]} */
const collections = [];

/** @param {string} name @param {number} most @param {(entry: any) => string} idOf */
export function collection(name, most, idOf) {
  const made = new Collection(store, name, most, idOf, full => noteRefused(name, full));
  collections.push(made);
  return made;
}

/** The game on the board, in this tab's slot.
 * @param {any} game */
export const keepGame = game => noteRefused("game", !slot.keep(game));

/** Tries again what was refused.
 * @param {() => void} keep the game on the board */
export function keepRefused(keep) {
  if (refused.has("game")) keep();
  for (const each of collections) if (each.refused.size > 0) each.put();
}

/** @param {string} name @param {any} otherwise @returns {any} */
export const load = (name, otherwise) => read(store, name, otherwise);

/** @param {string} name @param {any} value */
export const save = (name, value) => noteRefused(name, !write(store, name, value));
