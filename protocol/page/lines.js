// SPDX-License-Identifier: MIT
// @ts-check
/** Lines of play: buttons for their moves, and how they enter the game on the board. */
import { el } from "./dom.js";
import { squareOf } from "./rules.js";
import { state } from "./state.js";
import { t } from "./words.js";

/** A button for each move of a line: it plays the line up to there.
 * @param {string[]} pv @param {import("./tree.js").GameNode} [from] else the node on the board
 * @param {(i: number) => void} choose what a click on a move does instead */
export function pvButtons(pv, from, choose = i => playLine(pv.slice(0, i + 1), from)) {
  return pv.map((name, i) => name === "pass" ? el("span", { class: "faint" }, t("pass"))
    : el("button", {
      type: "button", class: "pv-move", onclick: () => choose(i),
    }, name));
}

/** Adds moves and passes to the game on the board.
 * @param {string[]} names @param {import("./tree.js").GameNode} from where the line begins
 * @returns the nodes of the moves */
export function addLine(names, from) {
  const squares = names.map(name => squareOf(name, from.position.size))
    .filter(square => square !== null);
  return state.tree.add(/** @type {number[]} */ (squares), from);
}

/** Plays moves as a variation.
 * @param {string[]} names @param {import("./tree.js").GameNode} from where the line begins */
export function playLine(names, from = state.here) {
  const nodes = addLine(names, from);
  if (nodes.length > 0) state.goTo(nodes[nodes.length - 1]);
}
