// SPDX-License-Identifier: MIT
// @ts-check
/** Rules of Othello on boards of 4, 6 and 8: squares are numbers from 0 (a1) on, row by row. */

/** @typedef {1 | -1} Side  1: Black. */
/** @typedef {{size: number, discs: Int8Array, side: Side}} Position  Discs: 1 black, -1 white. */

/** @param {Side | number} side @returns {"black" | "white"} */
export const colorOf = side => side === 1 ? "black" : "white";

/** @param {number} size @returns {Position} */
export function startPosition(size) {
  const discs = new Int8Array(size * size), half = size / 2;
  discs[(half - 1) * size + half - 1] = discs[half * size + half] = -1;
  discs[(half - 1) * size + half] = discs[half * size + half - 1] = 1;
  return { size, discs, side: 1 };
}

/** The squares that a disc of `side` there turns.
 * @param {Position} position @param {number} square
 * @param {Side} side @returns {number[]} */
export function flips(position, square, side = position.side) {
  const { size, discs } = position;
  /** @type {number[]} */
  const found = [];
  if (discs[square] !== 0) return found;
  const x0 = square % size, y0 = Math.floor(square / size);
  for (let dx = -1; dx <= 1; ++dx) {
    for (let dy = -1; dy <= 1; ++dy) {
      if (dx === 0 && dy === 0) continue;
      const line = [];
      let x = x0 + dx, y = y0 + dy;
      const inside = () => x >= 0 && x < size && y >= 0 && y < size;
      for (; inside() && discs[y * size + x] === -side; x += dx, y += dy) line.push(y * size + x);
      if (line.length > 0 && inside() && discs[y * size + x] === side) found.push(...line);
    }
  }
  return found;
}

/** @param {Position} position @param {Side} side @returns {number[]} */
export function legalMoves(position, side = position.side) {
  /** @type {number[]} */
  const moves = [];
  for (let square = 0; square < position.discs.length; ++square) {
    if (flips(position, square, side).length > 0) moves.push(square);
  }
  return moves;
}

/** Nobody can move.
 * @param {Position} position */
export function isOver(position) {
  return legalMoves(position, 1).length === 0 && legalMoves(position, -1).length === 0;
}

/** After a move, and after the pass that it forces upon the other side, if it does.
 * @param {Position} position @param {number} square @returns {Position | null} null: not legal */
export function play(position, square) {
  const turned = flips(position, square);
  if (turned.length === 0) return null;
  const discs = position.discs.slice();
  for (const at of [square, ...turned]) discs[at] = position.side;
  return settled({ size: position.size, discs, side: /** @type {Side} */ (-position.side) });
}

/** The other side is to move where only it can.
 * @param {Position} position @returns {Position} */
export function settled(position) {
  const other = /** @type {Side} */ (-position.side);
  if (legalMoves(position).length > 0 || legalMoves(position, other).length === 0) return position;
  return { ...position, side: other };
}

/** @param {Position} position @param {Side} side */
export function count(position, side) {
  return position.discs.reduce((sum, disc) => sum + (disc === side ? 1 : 0), 0);
}

/** "d3"
 * @param {number} square @param {number} size */
export function squareName(square, size) {
  return String.fromCharCode(97 + square % size) + (Math.floor(square / size) + 1);
}

/** @param {string} name @param {number} size @returns {number | null} */
export function squareOf(name, size) {
  const x = name.toLowerCase().charCodeAt(0) - 97, y = Number(name.slice(1)) - 1;
  return name.length === 2 && x >= 0 && x < size && y >= 0 && y < size ? y * size + x : null;
}

/** "---OX... X", as the engine reads it.
 * @param {Position} position */
export function positionText(position) {
  const letters = Array.from(position.discs, disc => disc === 1 ? "X" : disc === -1 ? "O" : "-");
  return letters.join("") + (position.side === 1 ? " X" : " O");
}

/** The reverse.
 * @param {string} text @returns {Position | null} */
export function readPosition(text) {
  const match = /^([XO-]+) ([XO])$/.exec(text), size = match ? Math.sqrt(match[1].length) : 0;
  if (!match || ![4, 6, 8].includes(size)) return null;
  const discs = Int8Array.from(match[1], letter => letter === "X" ? 1 : letter === "O" ? -1 : 0);
  return { size, discs, side: match[2] === "X" ? 1 : -1 };
}

/** Discs that `side` is ahead by; the empty squares of a game that is over are the winner's.
 * @param {Position} position @param {Side} side */
export function discScore(position, side) {
  const mine = count(position, side), theirs = count(position, /** @type {Side} */ (-side));
  const empties = position.discs.length - mine - theirs;
  if (!isOver(position) || mine === theirs) return mine - theirs;
  return mine - theirs + (mine > theirs ? empties : -empties);
}

/** Leaves of the game tree `depth` plies below a position that is settled; passes are not plies.
 * @param {Position} position @param {number} depth @returns {number} */
export function perft(position, depth) {
  if (depth === 0) return 1;
  let leaves = 0;
  for (const square of legalMoves(position)) {
    leaves += perft(/** @type {Position} */ (play(position, square)), depth - 1);
  }
  return leaves;
}

/** A line of play as it is on a board that is turned or mirrored so that its first move is another
 * one; the usual start looks the same. Null where no turn does that.
 * @param {readonly number[]} squares @param {number} first @param {number} size
 * @returns {number[] | null} */
export function turnedLine(squares, first, size) {
  const end = size - 1;
  /** @type {((x: number, y: number) => number)[]} */
  const turns = [(x, y) => y * size + x, (x, y) => x * size + y,
    (x, y) => (end - y) * size + end - x, (x, y) => (end - x) * size + end - y];
  for (const turn of turns) {
    const line = squares.map(square => turn(square % size, Math.floor(square / size)));
    if (line[0] === first) return line;
  }
  return null;
}

/** "f5d6", "F5 d6", as far as they are squares of the board.
 * @param {string} text @param {number} size @returns {number[]} */
export function squaresOf(text, size) {
  const squares = [];
  for (const name of text.replace(/[^a-hA-H1-8]/g, "").match(/[a-hA-H][1-8]/g) || []) {
    const square = squareOf(name, size);
    if (square === null) break;
    squares.push(square);
  }
  return squares;
}
