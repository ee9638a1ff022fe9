// SPDX-License-Identifier: MIT
// @ts-check
/** The board as a picture whose squares are a grid to screen readers and the keyboard. */
import { arrowShape } from "./arrows.js";
import { say, set, svg } from "./dom.js";
import { squareName } from "./rules.js";
import { t } from "./words.js";

/** @typedef {import("./rules.js").Position} Position */
/** A number on a square. `opinion`: on a scale of another player.
 * @typedef {{text: string, exact?: boolean, best?: boolean, bad?: boolean, book?: boolean, opinion?: boolean}} Label */
/** `next`: the move that was played next.
 * @typedef {{position: Position, last: number | null, next: number | null, legal: number[],
 * labels: Map<number, Label>, arrows: import("./arrows.js").Arrow[], step: boolean}} Scene  `step`: it is a
 * move before or after the last scene. */

const SQUARE = 10, FRAME = 6, THIN = 2;
const STEPS = new Map([["ArrowLeft", [-1, 0]], ["ArrowRight", [1, 0]], ["ArrowUp", [0, -1]],
  ["ArrowDown", [0, 1]]]);

export class Board {
  /** @param {HTMLElement} place @param {(square: number) => void} chosen */
  constructor(place, chosen) {
    this.place = place;
    this.chosen = chosen;
    this.size = 0;
    this.turned = false;
    this.focus = 0;
    /** @type {Cell[]} */
    this.cells = [];
    this.picture = svg("svg", { class: "board", role: "grid" });
    this.arrows = svg("g", { "aria-hidden": "true", class: "arrows" });
    this.place.replaceChildren(this.picture);
    this.place.addEventListener("keydown", event => this.key(event));
    this.place.addEventListener("click", event => {
      const square = this.squareAt(event.target);
      if (square !== null) this.choose(square);
    });
    // Listeners on the picture itself would make it a stop of the Tab key.
    // A click leaves the arrow keys to the moves: squares have the focus of the keyboard only.
    this.place.addEventListener("mousedown", event => {
      event.preventDefault();
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      if (document.activeElement instanceof SVGElement) document.activeElement.blur();
    });
    this.place.addEventListener("focusin", event => {
      const square = this.squareAt(event.target);
      if (square !== null) this.rove(square);
    });
  }
  /** @param {EventTarget | null} target */
  squareAt(target) {
    const cell = target instanceof Element ? target.closest("[data-square]") : null;
    const name = cell && cell.getAttribute("data-square");
    return name ? this.cells.findIndex(each => each.name === name) : null;
  }
  /** @param {number} square */
  choose(square) {
    this.rove(square);
    this.chosen(square);
  }
  /** @param {number} square */
  rove(square) {
    set(this.cells[this.focus].group, { tabindex: "-1" });
    this.focus = square;
    set(this.cells[square].group, { tabindex: "0" });
  }
  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const step = STEPS.get(event.key), size = this.size;
    if (event.key === "Enter" || event.key === " ") {
      this.choose(this.focus);
    } else if (step) {
      const sign = this.turned ? -1 : 1;
      const x = this.focus % size + sign * step[0], y = Math.floor(this.focus / size) + sign * step[1];
      if (x >= 0 && x < size && y >= 0 && y < size) this.focusOn(y * size + x);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
  /** @param {number} square */
  focusOn(square) {
    this.rove(square);
    this.cells[square].group.focus();
  }
  /** Turns it by 180 degrees.
   * @param {boolean} turned */
  turn(turned) {
    if (this.turned === turned) return;
    this.turned = turned;
    this.size = 0;
  }
  /** @param {Scene} scene */
  show(scene) {
    const { size } = scene.position;
    if (this.size !== size) this.build(size);
    set(this.picture, {
      "aria-label": t("board_label", { size, side: t(scene.position.side === 1 ? "black" : "white") }),
    });
    const legal = new Set(scene.legal);
    this.cells.forEach((cell, square) => cell.show(scene.step,
      scene.position.discs[square], square === scene.last, square === scene.next, legal.has(square),
      scene.position.side, scene.labels.get(square)));
    this.arrows.replaceChildren(...scene.arrows.map(arrow =>
      arrowShape(this.cells[arrow.from], this.cells[arrow.to], arrow)));
  }
  /** @param {number} size */
  build(size) {
    this.size = size;
    this.cells = [];
    const side = SQUARE * size + FRAME + THIN, end = FRAME + SQUARE * size;
    const rows = Array.from({ length: size }, () => svg("g", { role: "row" }));
    for (let square = 0; square < size * size; ++square) {
      const x = square % size, y = Math.floor(square / size);
      const cell = new Cell(squareName(square, size), this.middle(x), this.middle(y));
      this.cells.push(cell);
      rows[y].append(cell.group);
    }
    let lines = "";
    for (let i = 1; i < size; ++i) {
      const at = FRAME + SQUARE * i;
      lines += `M${at} ${FRAME}V${end}M${FRAME} ${at}H${end}`;
    }
    set(this.picture, { viewBox: `0 0 ${side} ${side}` });
    this.picture.replaceChildren(
      svg("rect", { class: "frame", width: side, height: side, rx: 1.5 }),
      this.coordinates(), ...rows, svg("path", { class: "lines", d: lines }), points(size),
      this.arrows, ...this.cells.map(cell => cell.ring));
    this.focus = Math.min(this.focus, size * size - 1);
    this.rove(this.focus);
  }
  /** @param {number} file */
  middle(file) {
    return FRAME + SQUARE * ((this.turned ? this.size - 1 - file : file) + 0.5);
  }
  coordinates() {
    const names = svg("g", { class: "coordinates", "aria-hidden": "true" });
    for (let i = 0; i < this.size; ++i) {
      names.append(
        svg("text", { x: this.middle(i), y: 4.2 }, String.fromCharCode(97 + i)),
        svg("text", { x: 3, y: this.middle(i) + 1.2 }, String(i + 1)));
    }
    return names;
  }
}

/** The four dots of a board.
 * @param {number} size */
function points(size) {
  const dots = svg("g", { class: "points" });
  if (size !== 8) return dots;
  for (const x of [2, 6]) {
    for (const y of [2, 6]) {
      dots.append(svg("circle", { cx: FRAME + SQUARE * x, cy: FRAME + SQUARE * y, r: 0.8 }));
    }
  }
  return dots;
}

class Cell {
  /** @param {string} name @param {number} x @param {number} y of the middle */
  constructor(name, x, y) {
    this.name = name;
    this.x = x;
    this.y = y;
    const at = { cx: x, cy: y };
    const corner = { x: x - SQUARE / 2, y: y - SQUARE / 2, width: SQUARE, height: SQUARE };
    this.disc = svg("circle", { ...at, r: 4.1 });
    this.what = "";
    /** How the disc came: "placed", "turned" or, without a movement, "". */
    this.motion = "";
    this.dot = svg("circle", { ...at, class: "legal", r: 1.1 });
    this.last = svg("circle", { ...at, class: "last", r: 1.2 });
    this.next = svg("circle", { ...at, class: "next", r: 4.4 });
    this.book = svg("path", {
      class: "book", d: `M${x + 2.3} ${y - 4.6}h2.3v2.3z`, visibility: "hidden",
    });
    this.box = svg("rect", { rx: 1.2 });
    this.text = svg("text", { x });
    this.number = svg("g", {}, this.box, this.text);
    this.ring = svg("rect", { ...corner, class: "ring", "aria-hidden": "true" });
    this.group = svg("g", {
      role: "gridcell", tabindex: "-1", id: `square-${name}`, "data-square": name,
    }, svg("rect", { ...corner, class: "felt" }), this.disc, this.dot, this.last, this.next,
      this.book, this.number);
    this.group.addEventListener("focus", () => {
      set(this.ring, { "data-on": this.group.matches(":focus-visible") });
    });
    this.group.addEventListener("blur", () => set(this.ring, { "data-on": false }));
  }
  /** @param {boolean} step
   * @param {number} disc @param {boolean} last @param {boolean} next @param {boolean} legal
   * @param {import("./rules.js").Side} side @param {Label | undefined} label */
  show(step, disc, last, next, legal, side, label) {
    const what = disc === 1 ? "black" : disc === -1 ? "white" : "empty";
    if (what !== this.what) this.motion = !step ? "" : this.what === "empty" ? "placed" : "turned";
    this.what = what;
    set(this.disc, { class: `disc ${what} ${this.motion}` });
    set(this.group, {
      class: legal ? "cell legal-cell" : "cell",
      "data-disc": what,
      "data-legal": legal ? "true" : false,
      "data-number": label ? label.text : false,
      "data-best": label && label.best ? "true" : false,
      "data-exact": label && label.exact ? "true" : false,
      "data-last": last ? "true" : false,
      "data-next": next ? "true" : false,
      "aria-label": this.spoken(what, last, next, legal, label),
    });
    set(this.dot, {
      visibility: legal && !label ? "visible" : "hidden", "data-side": side === 1 ? "black" : "white",
    });
    set(this.last, { visibility: last && !label ? "visible" : "hidden" });
    set(this.next, { visibility: next ? "visible" : "hidden" });
    set(this.book, { visibility: label && label.book ? "visible" : "hidden" });
    this.showNumber(label);
  }
  /** @param {Label | undefined} label */
  showNumber(label) {
    set(this.number, { visibility: label ? "visible" : "hidden" });
    if (!label) return;
    const letters = label.text.length * 0.68, height = Math.min(3.6, 8.8 / letters);
    const wide = Math.min(letters * height + 1.2, 9.5), tall = height * 1.1 + 0.6;
    set(this.box, { x: this.x - wide / 2, y: this.y - tall / 2, width: wide, height: tall });
    set(this.text, { y: this.y + height * 0.355, "font-size": height });
    say(this.text, label.text);
    const classes = ["number"];
    if (label.best) classes.push("best");
    if (label.bad) classes.push("bad");
    if (label.opinion) classes.push("opinion");
    if (label.exact) classes.push("exact");
    set(this.number, { class: classes.join(" ") });
  }
  /** "f5, empty, legal, +2.1"
   * @param {"black" | "white" | "empty"} what @param {boolean} last
   * @param {boolean} next @param {boolean} legal @param {Label | undefined} label */
  spoken(what, last, next, legal, label) {
    const parts = [this.name, t(what)];
    if (last) parts.push(t("last_move"));
    if (next) parts.push(t("played_next"));
    if (legal) parts.push(t("legal"));
    if (label) parts.push(label.text);
    if (label && label.exact) parts.push(t("exact"));
    if (label && label.best) parts.push(t("best"));
    if (label && label.book) parts.push(t("in_book"));
    return parts.join(", ");
  }
}
