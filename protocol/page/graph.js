// SPDX-License-Identifier: MIT
// @ts-check
/** Black's advantage along the current line. */
import { byId, svg } from "./dom.js";
import { scoreText, toneOf } from "./format.js";
import { Scale, startGraphAt } from "./graph_scale.js";
import { state, valueOf } from "./state.js";
import { t } from "./words.js";

/** @typedef {import("./tree.js").GameNode} GameNode */
/** @typedef {{node: GameNode, ply: number, value: number, exact: boolean}} Point */

const HEIGHT = 120;

/** @param {GameNode[]} line @returns {Point[]} */
function pointsOf(line) {
  const points = [];
  for (const node of line) {
    const value = valueOf(node);
    if (value) points.push({ node, ply: node.ply, ...value });
  }
  return points;
}

/** @param {number} width */
function draw(width) {
  const points = pointsOf(state.tree.line()), squares = state.here.position.discs.length;
  const most = Math.min(squares,
    Math.max(8, ...points.map(({ value }) => 8 * Math.ceil(Math.abs(value) / 8))));
  const scale = new Scale(width, HEIGHT, -most, most), here = valueOf(state.here);
  byId("graph").replaceChildren(scale.picture(
    here ? t("graph_now", { score: scoreText(here.value, here.exact) }) : t("graph"),
    ...[most, 0, -most].map(value => scale.rule(value, scoreText(value, true), value === 0)),
    area(scale, points), svg("path", { class: "curve", d: scale.path(points) }),
    ...points.map(point => dot(scale, point))));
  return scale;
}

/** @param {Scale} scale @param {Point[]} points */
function area(scale, points) {
  if (points.length < 2) return svg("g");
  const first = scale.x(points[0].ply), last = scale.x(points[points.length - 1].ply), zero = scale.y(0);
  return svg("path", { class: "area", d: `${scale.path(points)}L${last} ${zero}L${first} ${zero}Z` });
}

/** @param {Scale} scale @param {Point} point */
function dot(scale, { node, ply, value, exact }) {
  const mark = node.known.mark || "";
  return svg("circle", {
    class: `dot ${toneOf(mark)} ${exact ? "exact" : ""}`, r: mark ? 4 : 2.2,
    cx: scale.x(ply).toFixed(1), cy: scale.y(value).toFixed(1),
  });
}

export const startGraph = () => startGraphAt("graph", draw);
