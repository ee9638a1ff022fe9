// SPDX-License-Identifier: MIT
// @ts-check
/** What the browser keeps of its user: settings, games, mistakes to try again. */
import { read, Slot, write } from "./tab_store.js";

/** @type {import("./tab_store.js").Store} Where the browser refuses its own. */
const NOTHING = {
  length: 0, key: () => null, getItem: () => null, removeItem: () => {},
  setItem: () => {
    throw new Error("no storage");
  },
};

/** @param {() => Storage} get @returns {import("./tab_store.js").Store} */
function storeOr(get) {
  try {
    return get();
  } catch (error) {
    return NOTHING;
  }
}

export const store = storeOr(() => localStorage);
/** The game of this tab. */
export const slot = new Slot(store, storeOr(() => sessionStorage));

/** @param {string} name @param {any} otherwise @returns {any} */
export const load = (name, otherwise) => read(store, name, otherwise);

/** @param {string} name @param {any} value @returns {boolean} false: the store is full or shut */
export const save = (name, value) => write(store, name, value);
