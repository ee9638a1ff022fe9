// SPDX-License-Identifier: MIT
// @ts-check
/** Black's advantage along the line that the board is in. */
import { byId, set, svg } from "./dom.js";
import { scoreText } from "./format.js";
import { learned, moved, state, valueOf } from "./state.js";
import { language_changed, t } from "./words.js";

/** @typedef {import("./tree.js").GameNode} GameNode */
/** @typedef {{node: GameNode, value: number, exact: boolean}} Point */

const HEIGHT = 120, LEFT = 34, RIGHT = 8, EDGE = 10, USUAL_PLIES = 60;

/** Where things are on a picture so wide, for values from -most to most. */
class Scale {
  /** @param {number} width @param {number} plies @param {number} most */
  constructor(width, plies, most) {
    this.width = width;
    this.plies = plies;
    this.most = most;
  }
  /** @param {number} ply */
  x(ply) {
    return LEFT + (this.width - LEFT - RIGHT) * ply / this.plies;
  }
  /** @param {number} value */
  y(value) {
    const inside = Math.max(-this.most, Math.min(this.most, value));
    return HEIGHT / 2 - (HEIGHT / 2 - EDGE) * inside / this.most;
  }
  /** @param {number} x */
  ply(x) {
    return Math.round((x - LEFT) / (this.width - LEFT - RIGHT) * this.plies);
  }
}

/** @type {Scale} */
let scale = new Scale(300, USUAL_PLIES, 8);
let asked = false;

/** @param {GameNode[]} line @returns {Point[]} */
function pointsOf(line) {
  const points = [];
  for (const node of line) {
    const value = valueOf(node);
    if (value) points.push({ node, ...value });
  }
  return points;
}

function draw() {
  asked = false;
  const place = byId("graph"), line = state.tree.line(), points = pointsOf(line);
  const squares = state.here.position.discs.length;
  const most = Math.max(8, ...points.map(({ value }) => 8 * Math.ceil(Math.abs(value) / 8)));
  const plies = Math.max(Math.min(USUAL_PLIES, squares - 4), line[line.length - 1].ply);
  scale = new Scale(Math.max(place.clientWidth, 200), plies, Math.min(most, squares));
  const here = valueOf(state.here);
  const picture = svg("svg", {
    viewBox: `0 0 ${scale.width} ${HEIGHT}`, role: "img",
    "aria-label": here ? t("graph_now", { score: scoreText(here.value, here.exact) }) : t("graph"),
  }, grid(), area(points), curve(points));
  for (const point of points) picture.append(dot(point));
  const now = scale.x(state.here.ply);
  picture.append(svg("path", { class: "now", d: `M${now} ${EDGE / 2}V${HEIGHT - EDGE / 2}` }));
  place.replaceChildren(picture);
}

function grid() {
  const { most, width } = scale, lines = svg("g", { class: "grid" });
  for (const value of [most, 0, -most]) {
    const y = scale.y(value);
    lines.append(svg("path", { class: value === 0 ? "axis" : "rule", d: `M${LEFT} ${y}H${width - RIGHT}` }),
      svg("text", { x: LEFT - 5, y: y + 4, "text-anchor": "end" }, scoreText(value, true)));
  }
  return lines;
}

/** @param {Point[]} points @returns {string} */
function path(points) {
  return points.map(({ node, value }, i) =>
    `${i === 0 ? "M" : "L"}${scale.x(node.ply).toFixed(1)} ${scale.y(value).toFixed(1)}`).join("");
}

/** @param {Point[]} points */
function curve(points) {
  return svg("path", { class: "curve", d: path(points) });
}

/** @param {Point[]} points */
function area(points) {
  if (points.length < 2) return svg("g");
  const first = scale.x(points[0].node.ply), last = scale.x(points[points.length - 1].node.ply);
  return svg("path", { class: "area", d: `${path(points)}L${last} ${scale.y(0)}L${first} ${scale.y(0)}Z` });
}

/** @param {Point} point */
function dot({ node, value, exact }) {
  const mark = node.known.mark || "";
  const tone = mark === "?!" ? "m1" : mark === "?" ? "m2" : mark === "??" ? "m3" : "";
  return svg("circle", {
    class: `dot ${tone} ${exact ? "exact" : ""}`, r: mark ? 4 : 2.2,
    cx: scale.x(node.ply).toFixed(1), cy: scale.y(value).toFixed(1),
  });
}

function drawSoon() {
  if (asked) return;
  asked = true;
  requestAnimationFrame(draw);
}

/** @param {PointerEvent} event */
function go(event) {
  const place = byId("graph").getBoundingClientRect();
  const ply = scale.ply(event.clientX - place.left), line = state.tree.line();
  const node = line[Math.max(0, Math.min(ply, line.length - 1))];
  if (node !== state.here) state.goTo(node);
}

export function startGraph() {
  const place = byId("graph");
  set(place, { "data-ready": "true" });
  moved.on(drawSoon);
  learned.on(drawSoon);
  language_changed.on(drawSoon);
  new ResizeObserver(drawSoon).observe(place);
  place.addEventListener("pointerdown", go);
  place.addEventListener("pointermove", event => event.buttons === 1 && go(event));
}
