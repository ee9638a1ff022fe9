// SPDX-License-Identifier: MIT
// @ts-check
/** The solution of an answered exercise: the best line, and how every other move fails. */
import { addLine, pvButtons } from "./lines.js";
import { byId, el, set } from "./dom.js";
import { failureText } from "./engine.js";
import { exercise_changed, room } from "./exercise.js";
import { scoreText } from "./format.js";
import { merged } from "./numbers.js";
import { sayAt, unsay } from "./said.js";
import { learned, moved, state } from "./state.js";
import { language_changed, t } from "./words.js";

/** @typedef {import("./tree.js").Candidate} Candidate */

/** The exercise whose solution is shown or searched.
 * @type {import("./exercise.js").Exercise | null} */
let current = null;
/** @type {Candidate[]} Best first. */
let lines = [];

/** @param {Candidate} line */
function row({ move, score, exact, pv = [move] }) {
  const root = current ? current.tree.root : undefined;
  return el("tr", { "data-move": move },
    el("td", { class: exact ? "score exact" : "score" }, scoreText(score, exact)),
    el("td", { class: "pv" }, ...pvButtons(pv, root)));
}

function draw() {
  const place = byId("exercise-lines"), [best, ...others] = lines;
  set(place, { hidden: !best });
  if (!best) return place.replaceChildren();
  place.replaceChildren(el("h3", {}, t("best_line")),
    el("table", { class: "lines-of" }, el("tbody", {}, row(best))),
    ...(others.length === 0 ? [] : [el("h3", {}, t("other_lines")),
      el("table", { class: "lines-of" }, el("tbody", {}, ...others.map(row)))]));
}

/** Continues the solution on the board to the end of its line, for steps through all of it.
 * @param {import("./tree.js").GameNode} root of the exercise */
function extend(root) {
  const [solution] = root.children, line = lines.find(({ move }) => solution && move === solution.name);
  const last = line && addLine(line.pv || [], root).pop();
  if (!last) return;
  state.tree.promote(last);
  moved.emit(state.here);
}

async function follow() {
  const wanted = room.current && !room.asking && room.current.solve ? room.current : null;
  if (wanted === current) return;
  current = wanted;
  lines = [];
  unsay("exercise-solving");
  draw();
  if (!wanted || !wanted.solve) return;
  sayAt("exercise-solving", () => t("thinking"));
  try {
    const found = await wanted.solve(), { root } = wanted.tree;
    if (current !== wanted) return;
    root.known.candidates = merged(root.known.candidates || [], found);
    lines = found;
    unsay("exercise-solving");
    draw();
    extend(root);
    learned.emit(root);
  } catch (error) {
    if (current === wanted) sayAt("exercise-solving", () => failureText(error));
  }
}

export function startSolution() {
  exercise_changed.on(follow);
  language_changed.on(draw);
}
