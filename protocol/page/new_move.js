// SPDX-License-Identifier: MIT
// @ts-check
/** The first move of a game that is new to the database, and the games that reached the position
 * before it. Part of the review. */
import { byId, el, onClick, set } from "./dom.js";
import { about, ask, isClosed } from "./engine.js";
import { gameRows } from "./games.js";
import { gameAt, opened, state } from "./state.js";
import { language, language_changed, t } from "./words.js";

/** @typedef {import("./tree.js").GameNode} GameNode */

/** `all`: games in the database. `new_move` is null if every move was played before.
 * @type {{all: number, new_move: any, line: GameNode[]} | null} */
let shown = null;

async function look() {
  if (!about.games || state.tree.root.position.size !== 8) return;
  const line = state.tree.mainLine();
  try {
    const answer = await ask({ action: "new_move", ...gameAt(line[line.length - 1]) }).answer;
    if (state.tree.root !== line[0]) return;
    shown = { all: Number(answer.all), new_move: answer.new_move, line };
    show();
  } catch (error) {
    // The review reports a lost connection; an unreadable database costs only this part.
    if (!isClosed(error)) console.warn(error);
  }
}

function show() {
  const some = shown !== null && shown.all > 0;
  set(byId("new-move"), { hidden: !some });
  if (!shown || !some) return;
  const { new_move, line } = shown;
  if (!new_move) {
    byId("new-move-text").replaceChildren(t("no_new_move"));
    return byId("new-move-games").replaceChildren();
  }
  const { number, side, move, games, latest } = new_move;
  const text = t("new_move_row", {
    number, side: t(side === "black" ? "black" : "white"), move,
    games: Number(games).toLocaleString(language()),
  });
  const go = () => line[number - 1] && state.goTo(line[number - 1]);
  byId("new-move-text").replaceChildren(
    el("button", { type: "button", class: "row-button", onclick: go }, text));
  byId("new-move-games").replaceChildren(...gameRows(latest));
}

export function startNewMove() {
  onClick("review-start", look);
  opened.on(tree => {
    if (state.put_by || !shown || shown.line[0] === tree.root) return;
    shown = null;
    show();
  });
  language_changed.on(show);
}
