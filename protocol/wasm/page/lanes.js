// SPDX-License-Identifier: MIT
// @ts-check
/** What a WebSocket to `sumi web`, or a pipe to `sumi analysis`, is where there is no server: lines go
 * to engines in Workers, and their lines come back.
 *
 * A Worker does one thing at a time and hears nothing meanwhile. So there is one for each kind of
 * question (a lane), it gets the next question when it has answered the one before, and a `terminate`
 * is done here: we answer with the last that the Worker said, and replace it by a new one. */

/** As much of a Worker as is used here, in browsers and in Node.
 * @typedef {{postMessage: (message: any) => void, terminate: () => void,
 * onmessage: ((event: {data: any}) => void) | null,
 * onerror: ((event: {message?: string}) => void) | null}} Thread */
/** @typedef {{text: string, request: any, bare: boolean, last: any}} Task a line; `bare`: nobody has
 * asked for partial answers; `last`: the last of them */

const REPORT_EVERY = 0.1;  // seconds: what a terminated query can answer with is not older
/** Has weights and book read. */
const FIRST_QUERY = '{"id":0,"moves":"f5d6","limits":{"depth":1}}';
const TERMINATE_KEYS = ["id", "action", "target"];
const BESIDE = new Set(["opinions", "review", "learn", "lines", "problem"]);

/** The lane that a line of a page, or of `sumi analysis`, belongs to.
 * @param {any} request */
function laneOf(request) {
  if (request === null) return "quick";
  if (!("action" in request)) return "queries";
  if (request.action === "move") return request.seat === "white" ? "white" : "black";
  return BESIDE.has(request.action) ? "beside" : "quick";
}

/** @param {string} text @returns {any} null if it is no object in JSON */
function objectOf(text) {
  try {
    const object = JSON.parse(text);
    return typeof object === "object" && !Array.isArray(object) ? object : null;
  } catch (error) {
    return null;
  }
}

/** What the task answers when it is ended.
 * @param {Task} task */
function endedAnswer({ request, last }) {
  const { id, action } = request, ended = { final: true, terminated: true };
  if (action === "review" || action === "move") return { id, action, ...ended };
  if (action !== undefined) return { id, action, terminated: true };
  return last ? { ...last, ...ended } : { id, final: true, candidates: [], terminated: true };
}

/** A Worker, and how many of the lines that prepare it are not answered yet.
 * @typedef {{thread: Thread, owed: number}} Runner */

/** Questions that are answered one after the other, by a Worker. */
class Lane {
  /** @param {() => Thread} start @param {(line: string) => void} reply
   * @param {string[]} preparations lines that each new Worker gets first; their answers are dropped */
  constructor(start, reply, preparations) {
    this.start = start;
    this.reply = reply;
    this.preparations = preparations;
    /** @type {Runner | null} */
    this.runner = null;
    /** The next one, where Workers are ended often.
     * @type {Runner | null} */
    this.spare = null;
    this.keeps_spare = false;
    /** What the runner does, or will when it is prepared.
     * @type {Task | null} */
    this.task = null;
    /** @type {Task[]} */
    this.waiting = [];
  }
  /** @param {Task} task */
  put(task) {
    this.waiting.push(task);
    this.next();
  }
  next() {
    if (this.task || this.waiting.length === 0) return;
    const priority = (/** @type {Task} */ { request }) => Number(request && request.priority) || 0;
    const first = this.waiting.reduce((a, b) => (priority(b) > priority(a) ? b : a));
    this.waiting.splice(this.waiting.indexOf(first), 1);
    this.task = first;
    if (!this.runner) this.runner = this.spare || this.open();
    if (this.spare === this.runner) this.spare = null;
    if (this.runner.owed === 0) this.runner.thread.postMessage(first.text);
  }
  /** @returns {Runner} */
  open() {
    const thread = this.start(), runner = { thread, owed: this.preparations.length };
    thread.onmessage = ({ data }) => this.hear(runner, String(data));
    thread.onerror = ({ message }) => this.fail(runner, String(message));
    for (const line of this.preparations) thread.postMessage(line);
    return runner;
  }
  /** @param {Runner | null} runner */
  end(runner) {
    if (!runner) return;
    runner.thread.onmessage = null;
    runner.thread.onerror = null;
    runner.thread.terminate();
    if (this.runner === runner) this.runner = null;
    if (this.spare === runner) this.spare = null;
  }
  /** @param {Runner} runner @param {string} line */
  hear(runner, line) {
    const { task } = this, answer = objectOf(line), partial = answer && answer.final === false;
    if (runner.owed > 0) {
      if (!partial) --runner.owed;
      if (runner.owed === 0 && runner === this.runner && task) runner.thread.postMessage(task.text);
      return;
    }
    if (!task || runner !== this.runner) return;
    if (this.keeps_spare && !this.spare) this.spare = this.open();
    if (partial) {
      task.last = answer;
      if (!task.bare) this.reply(line);
      return;
    }
    this.task = null;
    this.reply(line);
    this.next();
  }
  /** A Worker has broken down.
   * @param {Runner} runner @param {string} why */
  fail(runner, why) {
    const { task } = this, at_work = runner === this.runner;
    this.end(runner);
    if (!at_work || !task) return;
    this.task = null;
    const id = task.request ? task.request.id ?? null : null;
    this.reply(JSON.stringify({ id, error: `the engine broke down: ${why}` }));
    this.next();
  }
  /** Ends the tasks that are meant, and returns how many.
   * @param {(task: Task) => boolean} meant */
  terminate(meant) {
    const ended = this.waiting.filter(meant);
    this.waiting = this.waiting.filter(task => !meant(task));
    if (this.task && meant(this.task)) {
      ended.push(this.task);
      this.task = null;
      if (this.runner && this.runner.owed === 0) this.end(this.runner);
      if (!this.runner) this.runner = this.spare || this.open();  // it gets ready for the next task
      if (this.spare === this.runner) this.spare = null;
    }
    for (const task of ended) this.reply(JSON.stringify(endedAnswer(task)));
    this.next();
    return ended.length;
  }
  close() {
    this.end(this.runner);
    this.end(this.spare);
  }
}

/** With what the page uses of a WebSocket. */
export class Lanes {
  /** @param {Promise<WebAssembly.Module>} module @param {() => Thread} makeThread
   * @param {boolean} page the lines are those of `sumi web`, else those of `sumi analysis` */
  constructor(module, makeThread, page) {
    /** @type {(() => void) | null} */
    this.onopen = null;
    /** @type {((event: {data: string}) => void) | null} */
    this.onmessage = null;
    /** @type {(() => void) | null} */
    this.onclose = null;
    this.makeThread = makeThread;
    this.page = page;
    /** @type {Map<string, Lane>} */
    this.lanes = new Map();
    /** The line that says the language.
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
      lane = new Lane(start, line => this.reply(line), this.preparations(name));
      lane.keeps_spare = name === "queries";
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
    const task = { text, request, bare: false, last: null };
    if (request && "id" in request && action === undefined && request.report_every === undefined) {
      task.bare = true;
      task.text = `${text.trimEnd().slice(0, -1)},"report_every":${REPORT_EVERY}}`;
    }
    this.lane(laneOf(request)).put(task);
  }
  /** @param {string} name of a lane */
  preparations(name) {
    if (name === "quick") return [];
    const lines = this.about ? [this.about] : [];
    return name === "queries" ? [...lines, FIRST_QUERY] : lines;
  }
  /** Sends the language of errors to workers that start from now on. Those that there are and
   * have nothing to do are replaced.
   * @param {string} about */
  speak(about) {
    this.about = about;
    for (const [name, lane] of this.lanes) {
      lane.preparations = this.preparations(name);
      if (name !== "quick" && !lane.task) lane.close();
    }
  }
  /** @param {any} id @param {any} target */
  terminate(id, target) {
    const endable = (/** @type {Task} */ { request }) => request !== null &&
      (target === undefined || request.id === target);
    let queries = 0;
    for (const [name, lane] of this.lanes) {
      if (name !== "quick") queries += lane.terminate(endable);
    }
    this.reply(JSON.stringify({ id, action: "terminate", queries }));
  }
  close() {
    for (const lane of this.lanes.values()) lane.close();
  }
}
