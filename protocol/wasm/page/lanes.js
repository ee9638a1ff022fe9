// SPDX-License-Identifier: MIT
// @ts-check
/** Replaces a WebSocket to `sumi web`, or a pipe to `sumi analysis`, without a server: passes lines to
 * engines in Workers, and their lines back.
 *
 * A Worker receives nothing during a search. So each kind of request (a lane) has Workers of its own, each
 * Worker gets one request at a time, and `terminate` is served here: we send the last partial answer and
 * replace the Worker. */
import { divideMoves, divideReview } from "./divide.js";

/** The part of a Worker's interface that we use, in browsers and in Node.
 * @typedef {{postMessage: (message: any) => void, terminate: () => void,
 * onmessage: ((event: {data: any}) => void) | null,
 * onerror: ((event: {message?: string}) => void) | null}} Thread */
/** A line. `bare`: without partial answers for the client; `last`: the last partial answer; `reply` gets
 * the answers; `divide` gets each partial answer first and returns true once other tasks answer instead.
 * @typedef {{text: string, request: any, bare: boolean, last: any, reply: (line: string) => void,
 * divide?: (answer: any) => boolean}} Task */

const REPORT_EVERY = 0.1;  // seconds: the maximum age of a terminated query's answer
/** Makes a Worker read weights and book. */
const FIRST_QUERY = '{"id":0,"moves":"f5d6","limits":{"depth":1}}';
const TERMINATE_KEYS = ["id", "action", "target"];
const BESIDE = new Set(["opinions", "learn", "lines", "problem"]);

/** The lane of a line from a page or for `sumi analysis`.
 * @param {any} request */
function laneOf(request) {
  if (request === null) return "quick";
  if (!("action" in request)) return "queries";
  if (request.action === "move") return request.seat === "white" ? "white" : "black";
  if (request.action === "review") return "shared";
  return BESIDE.has(request.action) ? "beside" : "quick";
}

/** @param {string} text @returns {any} null if it is not a JSON object */
function objectOf(text) {
  try {
    const object = JSON.parse(text);
    return typeof object === "object" && !Array.isArray(object) ? object : null;
  } catch (error) {
    return null;
  }
}

/** The answer of a terminated task.
 * @param {Task} task */
function endedAnswer({ request, last }) {
  const { id, action } = request, ended = { final: true, terminated: true };
  if (action === "review" || action === "move") return { id, action, ...ended };
  if (action !== undefined) return { id, action, terminated: true };
  return last ? { ...last, ...ended } : { id, final: true, candidates: [], terminated: true };
}

/** A Worker, the number of preparations that it has not answered, and its task, which it gets after them.
 * @typedef {{thread: Thread, owed: number, task: Task | null}} Runner */

/** Requests that at most `width` Workers answer in turn. */
class Lane {
  /** @param {() => Thread} start
   * @param {string[]} preparations lines that each new Worker gets first; their answers are dropped
   * @param {number} width @param {boolean} keeps_spare one more Worker is ready, because Workers are often ended */
  constructor(start, preparations, width, keeps_spare) {
    this.start = start;
    this.preparations = preparations;
    this.width = width;
    this.keeps_spare = keeps_spare;
    /** @type {Runner[]} */
    this.runners = [];
    /** @type {Task[]} */
    this.waiting = [];
  }
  /** @returns {Runner[]} those that have nothing to do, prepared ones first */
  get idle() {
    return this.runners.filter(({ task }) => !task).sort((a, b) => a.owed - b.owed);
  }
  /** @param {Task} task */
  put(task) {
    this.waiting.push(task);
    this.next();
  }
  next() {
    const priority = (/** @type {Task} */ { request }) => Number(request && request.priority) || 0;
    while (this.waiting.length > 0 && this.runners.length - this.idle.length < this.width) {
      const first = this.waiting.reduce((a, b) => (priority(b) > priority(a) ? b : a));
      this.waiting.splice(this.waiting.indexOf(first), 1);
      const runner = this.idle[0] || this.open();
      runner.task = first;
      if (runner.owed === 0) runner.thread.postMessage(first.text);
    }
  }
  /** @returns {Runner} */
  open() {
    /** @type {Runner} */
    const runner = { thread: this.start(), owed: this.preparations.length, task: null }, { thread } = runner;
    thread.onmessage = ({ data }) => this.hear(runner, String(data));
    thread.onerror = ({ message }) => this.fail(runner, String(message));
    for (const line of this.preparations) thread.postMessage(line);
    this.runners.push(runner);
    return runner;
  }
  /** @param {Runner} runner */
  end(runner) {
    runner.thread.onmessage = null;
    runner.thread.onerror = null;
    runner.thread.terminate();
    this.runners.splice(this.runners.indexOf(runner), 1);
  }
  /** @param {Runner} runner @param {string} line */
  hear(runner, line) {
    const { task } = runner, answer = objectOf(line), partial = answer && answer.final === false;
    if (runner.owed > 0) {
      if (!partial) --runner.owed;
      if (runner.owed === 0 && task) runner.thread.postMessage(task.text);
      return;
    }
    if (!task) return;
    if (this.keeps_spare && this.idle.length === 0) this.open();
    if (partial) {
      task.last = answer;
      if (task.divide && task.divide(answer)) {
        this.end(runner);
        this.next();
      } else if (!task.bare) {
        task.reply(line);
      }
      return;
    }
    runner.task = null;
    task.reply(line);
    this.next();
    const { idle } = this, kept = this.keeps_spare ? 2 : 1;
    if (idle.length === this.runners.length) for (const one of idle.slice(kept)) this.end(one);
  }
  /** A Worker has failed.
   * @param {Runner} runner @param {string} why */
  fail(runner, why) {
    const { task } = runner;
    this.end(runner);
    if (!task) return;
    const id = task.request ? task.request.id ?? null : null;
    task.reply(JSON.stringify({ id, error: `the engine broke down: ${why}` }));
    this.next();
  }
  /** Ends the tasks that are meant, and returns them.
   * @param {(task: Task) => boolean} meant */
  terminate(meant) {
    const ended = this.waiting.filter(meant);
    this.waiting = this.waiting.filter(task => !meant(task));
    for (const runner of [...this.runners]) {
      if (!runner.task || !meant(runner.task)) continue;
      ended.push(runner.task);
      runner.task = null;
      if (runner.owed === 0) this.end(runner);
    }
    if (ended.length > 0 && this.runners.length === 0) this.open();  // it gets ready for the next task
    for (const task of ended) task.reply(JSON.stringify(endedAnswer(task)));
    this.next();
    return ended;
  }
  /** Ends the Workers that have nothing to do. */
  rest() {
    for (const runner of this.idle) this.end(runner);
  }
  close() {
    for (const runner of [...this.runners]) this.end(runner);
  }
}

/** The part of a WebSocket's interface that the page uses. */
export class Lanes {
  /** @param {Promise<WebAssembly.Module>} module @param {() => Thread} makeThread
   * @param {boolean} page the lines are those of `sumi web`, else those of `sumi analysis`
   * @param {number} width Workers that share a review, or the moves of a position */
  constructor(module, makeThread, page, width = 1) {
    /** @type {(() => void) | null} */
    this.onopen = null;
    /** @type {((event: {data: string}) => void) | null} */
    this.onmessage = null;
    /** @type {(() => void) | null} */
    this.onclose = null;
    this.makeThread = makeThread;
    this.page = page;
    this.width = width;
    /** @type {Map<string, Lane>} */
    this.lanes = new Map();
    /** The line that sets the language.
     * @type {string} */
    this.about = "";
    module.then(compiled => {
      this.module = compiled;
      if (this.onopen) this.onopen();
    }).catch(error => {
      console.error(error);
      if (this.onclose) this.onclose();
    });
  }
  /** @param {string} line */
  reply(line) {
    if (this.onmessage) this.onmessage({ data: line });
  }
  /** @param {string} name */
  lane(name) {
    let lane = this.lanes.get(name);
    if (!lane) {
      const start = () => {
        const thread = this.makeThread();
        thread.postMessage({ module: this.module, page: this.page });
        return thread;
      };
      lane = new Lane(start, this.preparations(name), name === "shared" ? this.width : 1, name === "queries");
      this.lanes.set(name, lane);
    }
    return lane;
  }
  /** @param {string} text a line */
  send(text) {
    if (text.trim() === "") return;
    const request = objectOf(text);
    const { id, action, target } = request || {};
    const known = Object.keys(request || {}).every(key => TERMINATE_KEYS.includes(key));
    const named = typeof id === "string" || Number.isInteger(id) || (id === undefined && !this.page);
    if (action === "terminate" && known && named) return this.terminate(id ?? null, target);
    if (this.page && action === "about") this.speak(text);
    const reply = (/** @type {string} */ line) => this.reply(line);
    /** @type {Task} */
    const task = { text, request, bare: false, last: null, reply };
    if (request && "id" in request && action === undefined && request.report_every === undefined) {
      task.bare = true;
      task.text = `${text.trimEnd().slice(0, -1)},"report_every":${REPORT_EVERY}}`;
    }
    const shared = {
      put: (/** @type {Task} */ part) => this.lane("shared").put(part),
      drop: () => void this.lane("shared").terminate(part => part.request === request),
    };
    if (this.page && divideReview(task, shared)) return;
    if (this.page && this.width > 1) divideMoves(task, shared);
    this.lane(laneOf(request)).put(task);
  }
  /** @param {string} name of a lane */
  preparations(name) {
    if (name === "quick") return [];
    const lines = this.about ? [this.about] : [];
    return name === "queries" ? [...lines, FIRST_QUERY] : lines;
  }
  /** Sets the language of errors in new Workers, and replaces idle ones.
   * @param {string} about */
  speak(about) {
    this.about = about;
    for (const [name, lane] of this.lanes) {
      lane.preparations = this.preparations(name);
      if (name !== "quick") lane.rest();
    }
  }
  /** @param {any} id @param {any} target */
  terminate(id, target) {
    const endable = (/** @type {Task} */ { request }) => request !== null &&
      (target === undefined || request.id === target);
    const ended = new Set();
    for (const [name, lane] of this.lanes) {
      if (name === "quick") continue;
      for (const { request } of lane.terminate(endable)) ended.add(request);
    }
    this.reply(JSON.stringify({ id, action: "terminate", queries: ended.size }));
  }
  close() {
    for (const lane of this.lanes.values()) lane.close();
  }
}
