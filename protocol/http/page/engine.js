// SPDX-License-Identifier: MIT
// @ts-check
/** The engine that serves this page: one line to it, and what it tells of itself. */
import { Signal } from "./state.js";
import { EngineError, Line } from "./socket.js";

/** `limits`: of a player, whether it takes a strength.
 * @typedef {{name: string, sizes: number[], help: string, limits?: boolean}} Named */
/** @typedef {{name: string, extension: string, summary: string, games: boolean, written: boolean,
 * binary: boolean}} Format */
/** @typedef {{version: string, threads: number, max_level: number, learns: boolean,
 * evaluators: Named[], players: Named[], formats: Format[]}} About */

/** Whether the line is there.
 * @type {Signal<boolean>} */
export const line_changed = new Signal();
/** The engine has told of itself.
 * @type {Signal<About>} */
export const introduced = new Signal();

/** @type {About} */
export let about = {
  version: "", threads: 1, max_level: 60, learns: false, evaluators: [], players: [], formats: [],
};

export const line = new Line(
  () => new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`),
  up => {
    line_changed.emit(up);
    if (up) introduce();
  });

async function introduce() {
  try {
    about = { ...about, .../** @type {any} */ (await line.ask({ action: "about" }).answer) };
    introduced.emit(about);
  } catch (error) {
    if (!isClosed(error)) throw error;
  }
}

/** @param {Record<string, any>} message @param {(answer: any) => void} [partial] */
export const ask = (message, partial) => line.ask(message, partial);

/** @param {unknown} error */
export function isClosed(error) {
  return error instanceof EngineError && error.message === "closed";
}
