// SPDX-License-Identifier: MIT
// @ts-check
/** What the user has chosen; kept by the browser. */
import { Signal } from "./state.js";
import { load, save } from "./store.js";

/** @typedef {{language: string, theme: string, numbers: boolean, limit: string, evaluator: string,
 * book: boolean, turned: boolean, tab: string, review_level: number, letters: boolean, hint: boolean,
 * strength: string, seats: any, arrows: boolean,
 * sound: boolean}} Settings  `letters`: single letters are keys. `hint`:
 * the rules are shown. */

/** @type {Settings} */
const USUAL = {
  language: "", theme: "auto", numbers: true, limit: "time 10", evaluator: "", book: true,
  turned: false, tab: "play", review_level: 20, letters: true, hint: true,
  strength: "5", seats: null, arrows: false, sound: false,
};

/** @type {Settings} */
export const settings = { ...USUAL };
for (const [name, value] of Object.entries(load("settings", {}) || {})) {
  const usual = /** @type {any} */ (USUAL)[name];
  if (usual === null || typeof value === typeof usual) /** @type {any} */ (settings)[name] = value;
}
// Before 0.2.0 strengths had words.
if (!/^(\d+|strongest)$/.test(settings.strength)) settings.strength = USUAL.strength;

/** These settings are to be others; emit to change them.
 * @type {Signal<Partial<Settings>>} */
export const settings_changed = new Signal();
settings_changed.on(changes => {
  Object.assign(settings, changes);
  // Another window may have changed others.
  save("settings", { ...load("settings", {}), ...changes });
});
