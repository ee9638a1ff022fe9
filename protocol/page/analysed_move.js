// SPDX-License-Identifier: MIT
// @ts-check
/** What an analysis says of the moves of a game. */
import { markOfWord } from "./format.js";
import { learned } from "./state.js";

/** A move as `sumi analyze --json` has it.
 * @typedef {{number: number, move: string, best: string, lost: number, mark: string, before: {score: number, exact: boolean},
 * after: {score: number, exact: boolean}, [key: string]: any}} Analysed */

/** Puts what is known of a move into the tree.
 * @param {import("./tree.js").GameNode[]} line @param {Analysed} item */
export function takeMove(line, item) {
  const node = line[item.number];
  if (!node || !node.parent || node.name !== item.move) return;
  const side = node.parent.position.side;
  Object.assign(node.known, {
    mark: markOfWord(item.mark), lost: item.lost, best: item.best, value: item.after.score * side,
    exact: item.after.exact,
  });
  Object.assign(node.parent.known, { value: item.before.score * side, exact: item.before.exact });
  learned.emit(node);
}
