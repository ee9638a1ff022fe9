// SPDX-License-Identifier: MIT
// @ts-check
/** The line to the engine: questions with an id, answers to them, a new line when it breaks. */

/** @typedef {{id: any, final?: boolean, terminated?: boolean, error?: string,
 * [key: string]: any}} Answer */
/** As much of a WebSocket as is used here.
 * @typedef {{onopen: ((event: any) => void) | null, onclose: ((event: any) => void) | null,
 * onmessage: ((event: any) => void) | null, send: (text: string) => void}} Socket */
/** A question on its way. `stop` makes the engine answer with what it has.
 * @typedef {{id: number, answer: Promise<Answer>, stop: () => void}} Question */

const FIRST_WAIT = 500, LONGEST_WAIT = 10000;  // ms before we try again

/** The engine said that something is wrong with a question, or the line broke. */
export class EngineError extends Error {}

export class Line {
  /** @param {() => Socket} open @param {(up: boolean) => void} changed
   * @param {() => void} refused called when no line could be had */
  constructor(open, changed, refused = () => {}) {
    this.open = open;
    this.changed = changed;
    this.refused = refused;
    /** @type {Socket | null} */
    this.socket = null;
    this.up = false;
    this.next = 1;
    this.wait = FIRST_WAIT;
    /** @type {Map<number, {partial: (answer: Answer) => void, done: (answer: Answer) => void,
     * failed: (error: Error) => void}>} */
    this.waiting = new Map();
  }
  connect() {
    const socket = (this.socket = this.open());
    socket.onopen = () => {
      this.up = true;
      this.wait = FIRST_WAIT;
      this.changed(true);
    };
    socket.onmessage = event => this.read(String(event.data));
    socket.onclose = () => this.lost();
  }
  lost() {
    const was_up = this.up, broken = [...this.waiting.values()];
    this.up = false;
    this.socket = null;
    this.waiting.clear();
    for (const { failed } of broken) failed(new EngineError("closed"));
    if (was_up || this.wait === FIRST_WAIT) this.changed(false);
    if (!was_up) this.refused();
    setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }
  /** @param {string} text */
  read(text) {
    /** @type {Answer} */
    let answer;
    try {
      answer = JSON.parse(text);
    } catch (error) {
      return;
    }
    const waiting = answer && this.waiting.get(answer.id);
    if (!waiting) return;
    if (answer.final === false) return waiting.partial(answer);
    this.waiting.delete(answer.id);
    if (typeof answer.error === "string") waiting.failed(new EngineError(answer.error));
    else waiting.done(answer);
  }
  /** @param {Record<string, any>} message @param {(answer: Answer) => void} partial
   * @returns {Question} */
  ask(message, partial = () => {}) {
    const id = this.next++;
    /** @type {Promise<Answer>} */
    const answer = new Promise((done, failed) => {
      if (!this.socket || !this.up) return failed(new EngineError("closed"));
      this.waiting.set(id, { partial, done, failed });
      this.socket.send(JSON.stringify({ id, ...message }));
    });
    answer.catch(() => {});  // whoever awaits it hears of it; the others need not
    return { id, answer, stop: () => this.stop(id) };
  }
  /** @param {number} target */
  stop(target) {
    if (!this.socket || !this.up || !this.waiting.has(target)) return;
    this.socket.send(JSON.stringify({ id: this.next++, action: "terminate", target }));
  }
}
