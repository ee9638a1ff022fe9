// SPDX-License-Identifier: MIT
// @ts-check
/** Games that were on the board before: another game on it takes nothing away. */
import { byId, el, set } from "./dom.js";
import { opened, readKept, state } from "./state.js";
import { load, save } from "./store.js";
import { language, language_changed, t } from "./words.js";

/** @typedef {{tree: import("./tree.js").Tree, info: Record<string, string>}} Kept */

const MOST = 30;

/** @type {Kept | null} What is on the board. */
let current = null;

/** @returns {any[]} the latest first */
function recent() {
  const kept = load("recent", []);
  return Array.isArray(kept) ? kept : [];
}

/** Keeps a game, if it has moves; a game of the same moves takes its place.
 * @param {Kept} game */
export function remember({ tree, info }) {
  if (tree.root.children.length === 0) return;
  const data = tree.toData(), key = JSON.stringify([data.start, data.line]);
  const all = recent().filter(each => each && each.tree);
  const same = all.find(each => JSON.stringify([each.tree.start, each.tree.line]) === key);
  const texts = same ? { ...same.info, ...info } : info;
  const others = all.filter(each => each !== same);
  save("recent", [{ tree: data, info: texts, when: Date.now() }, ...others].slice(0, MOST));
  show();
}

/** "Black – White · f5d6c3d3… · 60 moves · 26/11/2026"
 * @param {Kept} game @param {number} when */
function titleOf({ tree, info }, when) {
  const moves = tree.mainLine().slice(1).map(node => node.name);
  return [
    info.black || info.white ? `${info.black || t("black")} – ${info.white || t("white")}` : "",
    moves.slice(0, 8).join("") + (moves.length > 8 ? "…" : ""), t("moves_n", { count: moves.length }),
    Number.isFinite(when) ? new Date(when).toLocaleDateString(language()) : "",
  ].filter(Boolean).join(" · ");
}

function show() {
  const items = [];
  for (const data of recent()) {
    const kept = readKept(data);
    if (!kept) continue;
    items.push(el("li", {}, el("button", {
      type: "button", class: "row-button", onclick: () => state.open(kept.tree, kept.info),
    }, titleOf(kept, Number(data.when)))));
  }
  byId("recent-games").replaceChildren(...items);
  set(byId("recent"), { hidden: items.length === 0 });
}

export function startRecent() {
  opened.on(tree => {
    if (state.put_by || (current && current.tree === tree)) return;
    if (current) remember(current);
    current = { tree, info: state.info };
  });
  language_changed.on(show);
  show();
}
