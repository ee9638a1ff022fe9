// SPDX-License-Identifier: MIT
// @ts-check
/** Where the engine is: in Workers of the browser. In the place of protocol/http/page/transport.js. */
import { Lanes } from "./lanes.js";

/** @returns {Promise<WebAssembly.Module>} */
async function compile() {
  const answer = await fetch("sumi.wasm");
  if (!answer.ok) throw new Error(`sumi.wasm: ${answer.status}`);
  return WebAssembly.compile(await answer.arrayBuffer());  // whatever type the server says it has
}

/** @returns {import("./socket.js").Socket} */
export function openSocket() {
  const start = () => new Worker("worker.js", { type: "module" });
  return new Lanes(compile(), /** @type {any} */ (start), true);
}

/** @returns {Promise<boolean>} nobody is there who could know us, or not */
export const isShutOut = async () => false;
