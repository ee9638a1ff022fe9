// SPDX-License-Identifier: MIT
// @ts-check
/** A Worker that is an engine. The first message is `{module, page}` (module.js), every other one a
 * line to it; each of its lines comes back as a message. It reads nothing during a search: to stop a
 * search, terminate the Worker. */
import { makeEngine } from "./module.js";

/** @param {any} port where messages come from and go to */
function serve(port) {
  /** @type {Promise<import("./module.js").Engine>} */
  let engine;
  let working = false;

  /** Between two pieces of work lines are heard. */
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

  // What is thrown where nobody catches it ends this worker and is reported to the page.
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
