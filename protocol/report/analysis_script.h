// SPDX-License-Identifier: MIT
/// What makes a page of analysed games follow clicks and arrow keys. It reads what
/// GameSection::data() has put into each section, and plays the moves by the rules itself.
#pragma once

#include <string_view>

namespace sumi::protocol {

/// JavaScript, complete in itself; draws boards as svg_board.cpp does.
inline constexpr std::string_view kAnalysisScript = R"js("use strict";
(() => {
  const words = JSON.parse(document.getElementById("words").textContent);
  const steps = [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]];
  const other = color => color === "X" ? "O" : "X";
  const squareOf = (name, size) =>
    name === "pass" ? -1 : (Number(name[1]) - 1) * size + name.charCodeAt(0) - 97;

  // The board, a text of X, O and -, after a move.
  function played(board, size, square, color) {
    if (square < 0) return board;
    const next = [...board];
    next[square] = color;
    for (const [right, down] of steps) {
      const turned = [];
      let x = square % size + right, y = Math.floor(square / size) + down;
      const on = () => x >= 0 && x < size && y >= 0 && y < size;
      for (; on() && board[y * size + x] === other(color); x += right, y += down) {
        turned.push(y * size + x);
      }
      if (on() && board[y * size + x] === color) turned.forEach(s => next[s] = color);
    }
    return next.join("");
  }

  function picture(board, size, last, labels, title) {
    const side = size * 10 + 8, middle = i => 11 + 10 * i;
    const x = s => middle(s % size), y = s => middle(Math.floor(s / size));
    let svg = `<svg class="board" viewBox="0 0 ${side} ${side}" role="img" aria-label="${title}">` +
      `<rect width="${side}" height="${side}" rx="1.5" fill="#17301f"/>` +
      `<g fill="#e6efe8" font-family="system-ui,sans-serif" font-size="4" text-anchor="middle">`;
    for (let i = 0; i < size; ++i) {
      svg += `<text x="${middle(i)}" y="4.4">${"abcdefgh"[i]}</text>` +
        `<text x="3" y="${middle(i) + 1.4}">${i + 1}</text>`;
    }
    svg += `</g><rect x="6" y="6" width="${size * 10}" height="${size * 10}" fill="#2a7f50"/><path d="`;
    for (let i = 1; i < size; ++i) {
      svg += `M${6 + 10 * i} 6V${6 + 10 * size}M6 ${6 + 10 * i}H${6 + 10 * size}`;
    }
    svg += `" stroke="#1d5c38" stroke-width=".5"/>`;
    for (let s = 0; s < board.length; ++s) {
      if (board[s] === "-") continue;
      svg += `<circle cx="${x(s)}" cy="${y(s)}" r="4.1" fill="${board[s] === "X" ? "#141414" : "#f6f6f2"}"/>`;
    }
    if (last >= 0) svg += `<circle cx="${x(last)}" cy="${y(last)}" r="1.2" fill="#e0503c"/>`;
    for (const { square, text, good } of labels) {
      const letters = text.length * 0.62, height = Math.min(4.2, 9 / letters);
      const width = Math.min(letters * height + 1.6, 9.6);
      svg += `<rect x="${x(square) - width / 2}" y="${y(square) - height * 0.525}" width="${width}" ` +
        `height="${height * 1.05}" rx="1.2" fill="${good ? "#ffe27a" : "#b3261e"}"/>` +
        `<text x="${x(square)}" y="${y(square) + height * 0.355}" fill="${good ? "#141414" : "#fff"}" ` +
        `font-family="system-ui,sans-serif" font-size="${height}" font-weight="700" ` +
        `text-anchor="middle">${text}</text>`;
    }
    return svg + "</svg>";
  }

  function element(tag, text, style) {
    const made = document.createElement(tag);
    made.textContent = text;
    if (style) made.className = style;
    return made;
  }

  class Study {
    constructor(section, data) {
      this.section = section;
      this.game = JSON.parse(data.textContent);
      for (const item of this.game.items) {
        item.played = item.played || { ...item.best };
        for (const choice of [item.best, item.played]) {
          if (choice.line !== undefined && !Array.isArray(choice.line)) {
            choice.line = choice.line.match(/../g).map(name => name === "--" ? "pass" : name);
          }
        }
      }
      const { size, start, black, moves } = this.game;
      this.boards = [start];
      this.sides = [black ? "X" : "O"];
      for (const name of moves) {
        const side = this.sides.at(-1);
        this.boards.push(played(this.boards.at(-1), size, squareOf(name, size), side));
        this.sides.push(other(side));
      }
      for (const place of section.querySelectorAll("[data-picture]")) {
        place.innerHTML = this.diagram(Number(place.dataset.picture), place.dataset.words);
      }
      this.viewer = section.querySelector(".viewer");
      this.chosen = this.game.first;
      this.after = false;
      this.line = null;  // {name: "best" or "played", at: so many of its moves}
      for (const part of section.querySelectorAll(".tools, .lines")) part.hidden = false;
      for (const button of section.querySelectorAll(".tools button")) {
        button.addEventListener("click", () => this.press(button.dataset.go));
      }
      for (const link of section.querySelectorAll("[data-move]")) {
        link.addEventListener("click", event => {
          event.preventDefault();
          this.choose(Number(link.dataset.move));
          this.bringIntoView();
        });
      }
      section.addEventListener("pointerdown", () => Study.active = this);
      section.addEventListener("focusin", () => Study.active = this);
      this.show();
    }

    choose(number) {
      const found = this.game.items.findIndex(item => item.number === number);
      if (found < 0) return false;
      Study.active = this;
      this.chosen = found;
      this.line = null;
      this.show();
      return true;
    }

    bringIntoView() {
      const board = this.viewer.querySelector(".place").getBoundingClientRect();
      if (board.bottom < board.height / 2 || board.top > innerHeight - board.height / 2) {
        this.viewer.scrollIntoView({ block: "start" });
      }
    }

    press(what) {
      const last = this.game.items.length - 1;
      if (what === "after") this.after = !this.after;
      if (what === "first") this.chosen = 0;
      if (what === "last") this.chosen = last;
      if (what === "back" || what === "on") return this.step(what === "on" ? 1 : -1);
      this.line = null;
      this.show();
    }

    // Along the line that is shown, else along the game.
    step(by) {
      if (this.line) {
        const at = this.line.at + by;
        if (at < 1) this.line = null;
        else this.line.at = Math.min(at, this.item()[this.line.name].line.length);
      } else {
        this.chosen = Math.max(0, Math.min(this.chosen + by, this.game.items.length - 1));
      }
      this.show();
    }

    item() { return this.game.items[this.chosen]; }

    // The board before a move, with the best one and the one played.
    diagram(number, title) {
      const item = this.game.items.find(each => each.number === number), size = this.game.size;
      return picture(this.boards[item.ply], size, -1, this.labels(item), title);
    }

    labels(item) {
      const size = this.game.size;
      const labels = [{ square: squareOf(item.best.move, size), text: item.best.label, good: true }];
      if (item.played.move !== item.best.move) {
        labels.push({ square: squareOf(item.played.move, size), text: item.played.label, good: false });
      }
      return labels;
    }

    // What the board shows: discs, last move, labels.
    scene() {
      const { size, moves } = this.game, item = this.item();
      if (this.line) {
        let board = this.boards[item.ply], side = this.sides[item.ply];
        const names = item[this.line.name].line.slice(0, this.line.at);
        for (const name of names) {
          board = played(board, size, squareOf(name, size), side);
          side = other(side);
        }
        return { board, last: squareOf(names.at(-1), size), labels: [] };
      }
      const ply = item.ply + (this.after ? 1 : 0);
      const last = ply > 0 ? squareOf(moves[ply - 1], size) : -1;
      if (this.after) return { board: this.boards[ply], last, labels: [] };
      return { board: this.boards[ply], last, labels: this.labels(item) };
    }

    show() {
      const item = this.item(), { board, last, labels } = this.scene();
      const head = `${item.number}. ${item.black ? words.black : words.white} ${item.played.move}`;
      this.viewer.querySelector(".place").innerHTML =
        picture(board, this.game.size, last, labels, head);
      this.showCaption(item, head);
      this.showLines(item);
      this.showPlace(item);
    }

    showCaption(item, head) {
      const caption = this.viewer.querySelector(".caption");
      caption.replaceChildren(element("b", head), element("b", item.mark, item.style));
      let text = `${item.played.score}`;
      if (item.played.move !== item.best.move) {
        text += ` · ${words.best} ${item.best.move} ${item.best.score} · ${words.lost} ${item.lost}`;
      }
      caption.append(element("span", item.forced ? `${text} · ${words.only}` : text));
    }

    showLines(item) {
      const lines = this.viewer.querySelector(".lines");
      const focused = lines.contains(document.activeElement), rows = [];
      for (const name of item.best.move === item.played.move ? ["best"] : ["best", "played"]) {
        const row = element("p", "");
        row.append(element("span", words[name]));
        item[name].line.forEach((move, i) => {
          const button = element("button", move);
          button.type = "button";
          const here = this.line && this.line.name === name && this.line.at === i + 1;
          button.setAttribute("aria-current", here ? "true" : "false");
          button.addEventListener("click", () => {
            this.line = { name, at: i + 1 };
            this.show();
          });
          row.append(button);
        });
        rows.push(row);
      }
      lines.replaceChildren(...rows);
      const here = lines.querySelector("[aria-current=true]");
      if (focused && here) here.focus({ preventScroll: true });
    }

    // Where in the game that is: in the graph, in the table, at the buttons.
    showPlace(item) {
      const last = this.game.items.length - 1;
      for (const row of this.section.querySelectorAll(".moves [aria-current]")) {
        row.removeAttribute("aria-current");
      }
      const row = document.getElementById(`${this.section.id}-m${item.number}`);
      if (row) row.setAttribute("aria-current", "true");
      const now = this.section.querySelector(".now");
      const place = `${100 * (item.number - 0.5) / this.game.items[last].number}%`;
      now.setAttribute("x1", place);
      now.setAttribute("x2", place);
      for (const button of this.viewer.querySelectorAll(".tools button")) {
        const go = button.dataset.go;
        if (go === "after") button.setAttribute("aria-pressed", String(this.after && !this.line));
        if (go === "first" || go === "back") button.disabled = this.chosen === 0 && !this.line;
        if (go === "last" || go === "on") button.disabled = this.chosen === last && !this.line;
      }
    }
  }

  const studies = [];
  // A game of many is built when it is opened.
  function build(details) {
    const stored = details.querySelector(".stored");
    if (!stored) return;
    stored.insertAdjacentHTML("afterend", JSON.parse(stored.textContent));
    stored.remove();
    const section = details.querySelector("[data-game]");
    if (section) studies.push(Study.active = new Study(section, details.querySelector(".data")));
  }
  for (const section of document.querySelectorAll("[data-game]")) {
    studies.push(new Study(section, section.querySelector(".data")));
  }
  for (const details of document.querySelectorAll("details.game")) {
    details.addEventListener("toggle", () => details.open && build(details));
  }
  Study.active = studies[0];
  document.documentElement.className = "live";
  function follow() {
    const [id, number] = location.hash.slice(1).split("-m");
    const details = document.getElementById(`${id}-open`);
    if (details) {
      build(details);
      details.open = true;
    }
    const study = studies.find(each => each.section.id === id);
    if (study && number && study.choose(Number(number))) study.bringIntoView();
    else if (details) details.scrollIntoView();
  }
  // A link to the place where we are is no change of place.
  document.addEventListener("click", event => {
    const link = event.target.closest("a[href^='#']");
    if (link && link.hash === location.hash && !event.defaultPrevented) follow();
  });
  addEventListener("hashchange", follow);
  addEventListener("keydown", event => {
    if (!Study.active || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by) {
      event.preventDefault();
      Study.active.step(by);
    } else if (event.key === "Escape" && Study.active.line) {
      Study.active.line = null;
      Study.active.show();
    }
  });
  follow();
})();
)js";

}  // namespace sumi::protocol
