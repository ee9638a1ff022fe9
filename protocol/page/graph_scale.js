// SPDX-License-Identifier: MIT
// @ts-check
/** Shared by the graphs along the current line: the scale, and clicks that go to a move. */
import { byId, svg } from "./dom.js";
import { learned, moved, state } from "./state.js";
import { language_changed } from "./words.js";

const LEFT = 34, RIGHT = 8, EDGE = 10, USUAL_PLIES = 60;

/** Maps plies and values (`least` to `most`) to coordinates of a picture. */
export class Scale {
  /** @param {number} width @param {number} height @param {number} least @param {number} most */
  constructor(width, height, least, most) {
    this.width = width;
    this.height = height;
    this.least = least;
    this.most = most;
    const line = state.tree.line(), squares = state.here.position.discs.length;
    this.plies = Math.max(Math.min(USUAL_PLIES, squares - 4), line[line.length - 1].ply);
  }
  /** @param {number} ply */
  x(ply) {
    return LEFT + (this.width - LEFT - RIGHT) * ply / this.plies;
  }
  /** @param {number} value */
  y(value) {
    const share = (value - this.least) / (this.most - this.least);
    return this.height - EDGE - (this.height - 2 * EDGE) * Math.max(0, Math.min(1, share));
  }
  /** @param {number} x */
  ply(x) {
    return Math.round((x - LEFT) / (this.width - LEFT - RIGHT) * this.plies);
  }
  /** @param {{ply: number, value: number}[]} points @returns {string} */
  path(points) {
    return points.map(({ ply, value }, i) =>
      `${i === 0 ? "M" : "L"}${this.x(ply).toFixed(1)} ${this.y(value).toFixed(1)}`).join("");
  }
  /** A line across with its value beside it.
   * @param {number} value @param {string} text @param {boolean} axis */
  rule(value, text, axis) {
    const y = this.y(value);
    return svg("g", {},
      svg("path", { class: axis ? "axis" : "rule", d: `M${LEFT} ${y}H${this.width - RIGHT}` }),
      svg("text", { x: LEFT - 5, y: y + 4, "text-anchor": "end" }, text));
  }
  /** Where the board is. */
  now() {
    const x = this.x(state.here.ply);
    return svg("path", { class: "now", d: `M${x} ${EDGE / 2}V${this.height - EDGE / 2}` });
  }
  /** @param {string} label @param {...SVGElement} parts */
  picture(label, ...parts) {
    const box = `0 0 ${this.width} ${this.height}`;
    return svg("svg", { viewBox: box, role: "img", "aria-label": label }, ...parts, this.now());
  }
}

/** Redraws a graph after changes; a click or drag on it goes to a move.
 * @param {string} id @param {(width: number) => Scale} draw */
export function startGraphAt(id, draw) {
  const place = byId(id);
  let scale = draw(200), asked = false;
  const drawSoon = () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      scale = draw(Math.max(place.clientWidth, 200));
    });
  };
  /** @param {PointerEvent} event */
  const go = event => {
    const ply = scale.ply(event.clientX - place.getBoundingClientRect().left), line = state.tree.line();
    const node = line[Math.max(0, Math.min(ply, line.length - 1))];
    if (node !== state.here) state.goTo(node);
  };
  moved.on(drawSoon);
  learned.on(drawSoon);
  language_changed.on(drawSoon);
  new ResizeObserver(drawSoon).observe(place);
  place.addEventListener("pointerdown", go);
  place.addEventListener("pointermove", event => event.buttons === 1 && go(event));
}
