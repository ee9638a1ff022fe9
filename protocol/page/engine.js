// SPDX-License-Identifier: MIT
// @ts-check
/** The engine that this page speaks with: the line to it, and what it reports about itself. */
import { Signal } from "./state.js";
import { EngineError, Line } from "./socket.js";
import { isShutOut, openSocket } from "./transport.js";
import { language, language_changed, t } from "./words.js";

/** `limits`: of a player, whether it takes a strength.
 * @typedef {{name: string, sizes: number[], help: string, limits?: boolean}} Named */
/** @typedef {{name: string, extension: string, summary: string, games: boolean, written: boolean,
 * binary: boolean}} Format */
/** `strengths`: the rating of each strength from 1 on.
 * @typedef {{version: string, threads: number, max_level: number, max_message_bytes: number,
 * learns: boolean, games: boolean, public_url?: string, evaluators: Named[], players: Named[],
 * strengths: number[], formats: Format[]}} About */

/** Whether the line is there.
 * @type {Signal<boolean>} */
export const line_changed = new Signal();
/** There is a server, but it does not know us: it was started again.
 * @type {Signal<null>} */
export const shut_out = new Signal();
/** The engine has told of itself.
 * @type {Signal<About>} */
export const introduced = new Signal();

/** @type {About} */
export let about = {
  version: "", threads: 1, max_level: 60, max_message_bytes: 16 << 20, learns: false, games: false,
  evaluators: [], players: [], strengths: [], formats: [],
};

export const line = new Line(
  openSocket,
  up => {
    line_changed.emit(up);
    if (up) introduce();
  },
  askWhy);
language_changed.on(() => line.up && introduce());

/** What it tells from now on is in the language of the page. */
async function introduce() {
  const asked = language();
  try {
    const answer = await line.ask({ action: "about", language: asked }).answer;
    if (asked !== language()) return;
    about = { ...about, .../** @type {any} */ (answer) };
    introduced.emit(about);
  } catch (error) {
    if (!isClosed(error)) throw error;
  }
}

async function askWhy() {
  if ((await isShutOut()) && !line.up) shut_out.emit(null);
}

/** @param {Record<string, any>} message @param {(answer: any) => void} [partial] */
export const ask = (message, partial) => line.ask(message, partial);

/** @param {unknown} error */
export function isClosed(error) {
  return error instanceof EngineError && error.message === "closed";
}

/** The message for a question that failed.
 * @param {unknown} error */
export function failureText(error) {
  return isClosed(error) ? t("no_line") : /** @type {Error} */ (error).message;
}
