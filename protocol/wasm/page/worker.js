// SPDX-License-Identifier: MIT
// @ts-check
/** A Worker that runs an engine. The first message is `{module, page}` (module.js), the others are
 * lines for the engine, whose lines come back as messages. It reads nothing during a search: to stop a
 * search, terminate the Worker. */
import { makeEngine } from "./module.js";

/** @param {any} port */
function serve(port) {
  /** @type {Promise<import("./module.js").Engine>} */
  let engine;
  let working = false;

  /** Reads lines between two pieces of work. */
  async function work() {
    if (working) return;
    working = true;
    for (let wait = 0; wait >= 0; wait = (await engine).work()) {
      await new Promise(done => setTimeout(done, wait));
    }
    working = false;
  }

  /** @param {any} message */
  async function hear(message) {
    if (typeof message === "string") {
      (await engine).line(message);
      await work();
    } else {
      engine = makeEngine(message.module, message.page, line => port.postMessage(line));
    }
  }

  // An uncaught exception ends this Worker and is reported to the page.
  return (/** @type {any} */ message) =>
    void hear(message).catch(error => setTimeout(() => { throw error; }));
}

if ("process" in globalThis) {
  // @ts-ignore
  import("node:worker_threads").then(({ parentPort }) => parentPort.on("message", serve(parentPort)));
} else {
  const hear = serve(globalThis);
  globalThis.onmessage = event => hear(event.data);
}
