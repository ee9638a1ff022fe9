// SPDX-License-Identifier: MIT
// @ts-check
/** Shortcuts: nothing needs a mouse. */
import { byId, el, inputOf, onClick } from "./dom.js";
import { mode } from "./mode.js";
import { uncut } from "./moves.js";
import { numbers } from "./numbers.js";
import { play } from "./play.js";
import { room } from "./exercise.js";
import { goToMistake } from "./review.js";
import { settings, settings_changed } from "./settings.js";
import { squareOf } from "./rules.js";
import { state } from "./state.js";
import { t } from "./words.js";

/** The file of a move that is being typed: "f" of "f5". */
let file = "";

/** @type {Record<string, () => void>} */
const KEYS = {
  ArrowLeft: () => state.step(tree => tree.back()),
  ArrowRight: () => state.step(tree => tree.forward()),
  ",": () => state.step(tree => tree.back()),
  ".": () => state.step(tree => tree.forward()),
  ArrowUp: () => state.step(tree => tree.sibling(-1)),
  ArrowDown: () => state.step(tree => tree.sibling(1)),
  Home: () => state.step(tree => tree.first()),
  End: () => state.step(tree => tree.last()),
  v: () => mode.analysis && settings_changed.emit({ numbers: !settings.numbers }),
  x: () => mode.analysis && settings_changed.emit({ arrows: !settings.arrows }),
  r: () => settings_changed.emit({ turned: !settings.turned }),
  j: () => goToMistake(1),
  k: () => goToMistake(-1),
  s: () => numbers.solve("exact 1"),
  p: () => play.running ? play.pause() : play.resume(),
  u: () => play.takeBack(),
  n: () => byId("game-new").click(),
  l: () => byId("copy-link").click(),
  m: () => room.current && room.current.next && !room.asking && room.current.next(),
  Escape: () => room.leave(),
  "/": () => {
    byId("tab-study").click();
    inputOf("opening-search").focus();
  },
  "?": () => openHelp(),
};

/** What the help lists: keys and the word for them. */
const LISTED = /** @type {[string, import("./words.js").Word][]} */ ([
  ["← →", "key_step"], [", .", "key_step_anywhere"], ["Home End", "key_ends"],
  ["↑ ↓", "key_variation"],
  ["f 5", "key_type"], ["Tab ← ↑ ↓ → Enter", "key_board"], ["v", "key_numbers"], ["x", "key_arrows"],
  ["r", "key_turn"], ["k j", "key_mistake"], ["s", "key_solve"], ["n", "key_new"], ["p", "key_play"], ["u", "key_undo"],
  ["l", "key_link"], ["m", "key_next"], ["Esc", "key_leave"], ["/", "key_search"],
  ["Ctrl V", "key_paste"], ["Ctrl Z", "uncut"],
  ["?", "key_help"],
]);

/** A move typed as two keys.
 * @param {string} key @param {(square: number) => void} choose
 * @returns {boolean} whether the key is a part of one */
function typed(key, choose) {
  if (/^[a-h]$/.test(key)) {
    file = key;
    return true;
  }
  const square = file && /^[1-8]$/.test(key) ? squareOf(file + key, state.here.position.size) : null;
  file = "";
  if (square === null) return false;
  choose(square);
  return true;
}

function openHelp() {
  const help = /** @type {HTMLDialogElement} */ (byId("help"));
  byId("help-keys").replaceChildren(...LISTED.flatMap(([keys, word]) => [
    el("dt", {}, ...keys.split(" ").map(key => el("kbd", {}, key))),
    el("dd", {}, t(word))]));
  if (!help.open) help.showModal();
}

/** @param {(square: number) => void} choose */
export function startKeys(choose) {
  const letters = inputOf("letter-keys");
  letters.checked = settings.letters;
  letters.addEventListener("change", () => settings_changed.emit({ letters: letters.checked }));
  onClick("help-open", openHelp);
  onClick("help-close", () => /** @type {HTMLDialogElement} */ (byId("help")).close());
  addEventListener("keydown", event => {
    const target = /** @type {Element} */ (event.target);
    if (event.defaultPrevented) return;
    if (target.closest("input:not([type=checkbox]), textarea, select, dialog, [role=tab]")) return;
    if ((event.ctrlKey || event.metaKey) && event.key === "z") return uncut();
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (/^Arrow|Home|End/.test(event.key) && event.shiftKey) return;
    if (event.key.length === 1 && !settings.letters) return;
    const act = KEYS[event.key];
    if (!typed(event.key, choose) && !act) return;
    if (act) act();
    event.preventDefault();
  });
}
