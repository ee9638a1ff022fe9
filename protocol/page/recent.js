// SPDX-License-Identifier: MIT
// @ts-check
/** Games that were on the board before: another game on it takes nothing away. */
import { byId, el, set } from "./dom.js";
import { pairText } from "./names.js";
import { opened, readKept, state } from "./state.js";
import { collection, slot } from "./store.js";
import { language, language_changed, t } from "./words.js";

/** @typedef {{tree: import("./tree.js").Tree, info: Record<string, string>}} Kept */

const recent = collection("recent", 30,
  ({ tree }) => JSON.stringify([tree && tree.start, tree && tree.line]));

/** @type {Kept | null} What is on the board. */
let current = null;

/** Keeps a game, if it has moves; a game of the same moves takes its place, and what was known of that one.
 * @param {Kept} game */
export function remember({ tree, info }) {
  if (tree.root.children.length === 0) return;
  const entry = { tree: tree.toData(), info, when: Date.now() }, same = recent.find(entry);
  recent.put([same ? { ...entry, tree: joined(same.tree, entry.tree), info: { ...same.info, ...info } } : entry]);
  showRecent();
}

/** @param {import("./tree.js").TreeData} old of the same moves @param {import("./tree.js").TreeData} fresh */
function joined(old, fresh) {
  /** @type {Record<string, any>} */
  const notes = { ...old.notes };
  for (const [i, note] of Object.entries(fresh.notes || {})) notes[i] = { ...notes[i], ...note };
  return { ...old, ...fresh, notes };
}

/** "Black – White · f5d6c3d3… · 60 moves · 26/11/2026"
 * @param {Kept} game @param {number} when */
function titleOf({ tree, info }, when) {
  const moves = tree.mainLine().slice(1).map(node => node.name);
  return [
    pairText(info, [t("black"), t("white")]),
    moves.slice(0, 8).join("") + (moves.length > 8 ? "…" : ""), t("moves_n", { count: moves.length }),
    Number.isFinite(when) ? new Date(when).toLocaleDateString(language()) : "",
  ].filter(Boolean).join(" · ");
}

/** Games of tabs that are gone come first.
 * @type {(id: string) => void} */
let takeOver = () => {};

/** What is in the list. */
let shown = "";

/** Reads what other tabs have written, too. */
export function showRecent() {
  const left = slot.orphans(), before = recent.all();
  const now = JSON.stringify([language(), left.map(({ id }) => id), before]);
  if (now === shown) return;
  shown = now;
  /** @type {HTMLElement[]} */
  const items = [];
  /** @param {any} data @param {(game: Kept) => void} open @param {(title: string) => string} words */
  const add = (data, open, words) => {
    const kept = readKept(data);
    if (!kept) return;
    const button = { type: "button", class: "row-button", onclick: () => open(kept) };
    items.push(el("li", {}, el("button", button, words(titleOf(kept, Number(data.when))))));
  };
  for (const { id, game } of left) {
    add(game, () => takeOver(id), title => t("go_on_with", { game: title }));
  }
  for (const data of before) add(data, ({ tree, info }) => state.open(tree, info), title => title);
  byId("recent-games").replaceChildren(...items);
  set(byId("recent"), { hidden: items.length === 0 });
}

/** @param {(id: string) => void} take takes over the game of a tab that is gone */
export function startRecent(take) {
  takeOver = take;
  opened.on(tree => {
    if (state.put_by || (current && current.tree === tree)) return;
    if (current) remember(current);
    current = { tree, info: state.info };
  });
  language_changed.on(showRecent);
  showRecent();
}
