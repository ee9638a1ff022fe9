// SPDX-License-Identifier: MIT
// @ts-check
/** What the browser keeps of its user: settings, the game on the board, mistakes to try again. */

const PREFIX = "sumi.";

/** @param {string} name @param {any} otherwise @returns {any} */
export function load(name, otherwise) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? otherwise : JSON.parse(text);
  } catch (error) {
    return otherwise;
  }
}

/** @param {string} name @param {any} value @returns {boolean} false: the store is full or shut */
export function save(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch (error) {
    return false;
  }
}
