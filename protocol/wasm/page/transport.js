// SPDX-License-Identifier: MIT
// @ts-check
/** Runs the engine in Workers of the browser. Replaces protocol/page/transport.js. */
import { Lanes } from "./lanes.js";

const MOST_WORKERS = 8;

/** @returns {Promise<WebAssembly.Module>} */
async function compile() {
  const answer = await fetch("sumi.wasm");
  if (!answer.ok) throw new Error(`sumi.wasm: ${answer.status}`);
  return WebAssembly.compile(await answer.arrayBuffer());  // of any content type
}

/** Installs the service worker. If a new version was fetched earlier, asks it to take over, and reloads. */
async function keepOffline() {
  const kept = await navigator.serviceWorker.register("service_worker.js", { updateViaCache: "none" });
  if (!kept.waiting) return;
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  kept.waiting.postMessage("take over");
}

/** @returns {import("./socket.js").Socket} */
export function openSocket() {
  const start = () => new Worker("worker.js", { type: "module" });
  const module = compile();
  // Without a service worker (plain HTTP, a private window) the page needs its server.
  module.catch(() => {}).then(keepOffline).catch(() => {});
  const width = Math.min(navigator.hardwareConcurrency || 1, MOST_WORKERS);
  return new Lanes(module, /** @type {any} */ (start), true, width);
}

/** @returns {Promise<boolean>} no server could shut us out */
export const isShutOut = async () => false;
