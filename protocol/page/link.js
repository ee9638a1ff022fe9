// SPDX-License-Identifier: MIT
// @ts-check
/** A game in the part of an address behind the #: `moves=f5d6&ply=1&start=----OX..._X`. Whoever
 * wrote the link, what is read from it is a legal game of a board of ours, or nothing. */
import { positionText, readPosition, squaresOf, startPosition } from "./rules.js";
import { Tree } from "./tree.js";

const LONGEST = 1000;

/** @param {Tree} tree @returns {string} */
export function linkOf(tree) {
  const parts = [`moves=${tree.line()[tree.line().length - 1].moves().join("")}`];
  const { position } = tree.root, text = positionText(position);
  if (text !== positionText(startPosition(8))) parts.push(`start=${text.replace(" ", "_")}`);
  if (tree.here.children.length > 0) parts.push(`ply=${tree.here.ply}`);
  return `#${parts.join("&")}`;
}

/** @param {string} hash @returns {Tree | null} null where no game is in it */
export function readLink(hash) {
  if (hash.length > LONGEST) return null;
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const moves = parts.get("moves"), start = parts.get("start");
  if (moves === null && start === null) return null;
  const size = Number(parts.get("size") || 8);
  const from = start !== null ? readPosition(start.replace(/[_+]/, " ").toUpperCase())
    : [4, 6, 8].includes(size) ? startPosition(size) : null;
  if (!from || !/^([a-h][1-8])*$/i.test(moves || "")) return null;
  const tree = new Tree(from);
  const nodes = tree.add(squaresOf(moves || "", from.size));
  const ply = parts.get("ply"), at = /^\d{1,3}$/.test(ply || "") ? Number(ply) : nodes.length;
  tree.here = at > 0 && nodes.length > 0 ? nodes[Math.min(at, nodes.length) - 1] : tree.root;
  return tree;
}
