// SPDX-License-Identifier: MIT
// @ts-check
/** Cumulative discs lost by each side along the current line. */
import { byId, el, set, svg } from "./dom.js";
import { Scale, startGraphAt } from "./graph_scale.js";
import { state } from "./state.js";
import { t } from "./words.js";

/** @typedef {import("./tree.js").GameNode} GameNode */
/** @typedef {import("./rules.js").Side} Side */
/** @typedef {{ply: number, value: number}} Point */

const HEIGHT = 84;

/** The sums after each move of the line, as far as its moves are reviewed.
 * @param {GameNode[]} line @param {Side} side @returns {Point[]} */
export function lossesOf(line, side) {
  let value = 0;
  const points = [{ ply: 0, value }];
  for (const { ply, parent, known } of line.slice(1)) {
    if (known.lost === undefined) break;
    if (parent && parent.position.side === side) value += known.lost;
    points.push({ ply, value });
  }
  return points.length > 1 ? points : [];
}

/** The sum at the current node, or the last known one before it.
 * @param {Point[]} points */
const sumHere = points => points[Math.min(state.here.ply, points.length - 1)].value.toFixed(1);

/** @param {number} width */
function draw(width) {
  const line = state.tree.line(), black = lossesOf(line, 1), white = lossesOf(line, -1);
  const most = Math.max(8, ...[...black, ...white].map(({ value }) => 8 * Math.ceil(value / 8)));
  const scale = new Scale(width, HEIGHT, 0, most), none = black.length === 0, place = byId("loss-graph");
  set(place, { hidden: none });
  if (none) return scale;
  const sums = { black: sumHere(black), white: sumHere(white) };
  place.replaceChildren(scale.picture(t("loss_graph", sums),
    scale.rule(most, String(most), false), scale.rule(0, "0", true),
    svg("path", { class: "curve loss-white", d: scale.path(white) }),
    svg("path", { class: "curve loss-black", d: scale.path(black) })), legend(sums));
  return scale;
}

/** @param {{black: string, white: string}} sums */
function legend({ black, white }) {
  /** @param {string} tone */
  const sample = tone => svg("svg", { viewBox: "0 0 20 8", class: "sample", "aria-hidden": "true" },
    svg("path", { class: `curve ${tone}`, d: "M0 4H20" }));
  return el("p", { class: "faint", "aria-hidden": "true" }, `${t("lost_so_far")} `,
    sample("loss-black"), ` ${t("black")} ${black} `, sample("loss-white"), ` ${t("white")} ${white}`);
}

export const startLossGraph = () => startGraphAt("loss-graph", draw);
