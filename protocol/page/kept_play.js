// SPDX-License-Identifier: MIT
// @ts-check
/** How the game on the board is played, kept over a reload of the page. */
import { Clock } from "./clock.js";
import { now, play, play_changed } from "./play.js";
import { squareOf } from "./rules.js";

/** To be stored beside the game on the board, which may be put by for an exercise. */
export function playData() {
  if (!play.kept) return null;
  const { running, loser, resigned, left, tally, clock, tip } = play;
  return { running, loser, resigned, left, tally, tip: tip.moves(), clock: clock && clock.toData(now()) };
}

/** The reverse, before the tree is opened: what is not a game of ours is ignored.
 * @param {import("./tree.js").Tree} tree @param {any} data */
export function adopt(tree, data) {
  if (!data || !Array.isArray(data.tip)) return;
  const { size } = tree.root.position;
  let tip = tree.root;
  for (const name of data.tip) {
    const square = squareOf(String(name), size), node = tip.children.find(({ move }) => move === square);
    if (!node) return;
    tip = node;
  }
  play.tree = tree;
  play.tip = tip;
  const loser = data.loser ?? data.late;  // "late" was its name in earlier versions
  play.loser = loser === 1 || loser === -1 ? loser : 0;
  play.resigned = data.resigned === true;
  play.clock = Clock.fromData(data.clock);
}

/** When it is open, it resumes if it ran before.
 * @param {any} data */
export function goOn(data) {
  if (!play.onBoard || !data.running) return;
  play.resume(play.tip);
  play.left = Number(data.left) || 0;
  play.tally = data.tally || null;
  play_changed.emit(null);
}
