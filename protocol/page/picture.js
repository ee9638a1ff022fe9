// SPDX-License-Identifier: MIT
// @ts-check
/** A self-contained picture of the board as SVG, and as PNG drawn from it. */
import { svg } from "./dom.js";

const SQUARE = 40, FRAME = 24, PNG_SCALE = 2;
const COLOURS = {
  frame: "#17301f", names: "#e6efe8", felt: "#2a7f50", lines: "#1d5c38", black: "#141414", white: "#f6f6f2",
  last: "#f4553f",
};

/** @param {import("./rules.js").Position} position @param {number | null} last the last move
 * @param {boolean} turned by 180 degrees @returns {SVGSVGElement} */
export function pictureOf({ size, discs }, last, turned) {
  const felt = SQUARE * size, side = felt + 2 * FRAME;
  /** @param {number} file */
  const middle = file => FRAME + SQUARE * ((turned ? size - 1 - file : file) + 0.5);
  const picture = svg("svg", {
    xmlns: "http://www.w3.org/2000/svg", width: side, height: side, viewBox: `0 0 ${side} ${side}`,
  }, svg("rect", { width: side, height: side, rx: 6, fill: COLOURS.frame }),
    svg("rect", { x: FRAME, y: FRAME, width: felt, height: felt, fill: COLOURS.felt }));
  for (let i = 0; i <= size; ++i) {
    const at = FRAME + SQUARE * i;
    picture.append(svg("path", {
      d: `M${at} ${FRAME}V${FRAME + felt}M${FRAME} ${at}H${FRAME + felt}`, stroke: COLOURS.lines, "stroke-width": 2,
    }));
  }
  for (let i = 0; i < size; ++i) {
    const text = { fill: COLOURS.names, "font-family": "sans-serif", "font-size": 14, "text-anchor": "middle" };
    picture.append(svg("text", { ...text, x: middle(i), y: 17 }, String.fromCharCode(97 + i)),
      svg("text", { ...text, x: 12, y: middle(i) + 5 }, String(i + 1)));
  }
  for (const x of size === 8 ? [2, 6] : []) {
    for (const y of [2, 6]) {
      picture.append(svg("circle", { cx: FRAME + SQUARE * x, cy: FRAME + SQUARE * y, r: 3.5, fill: COLOURS.lines }));
    }
  }
  discs.forEach((disc, square) => {
    const at = { cx: middle(square % size), cy: middle(Math.floor(square / size)) };
    if (disc !== 0) picture.append(svg("circle", { ...at, r: 16.5, fill: disc === 1 ? COLOURS.black : COLOURS.white }));
    if (square === last) picture.append(svg("circle", { ...at, r: 4.5, fill: COLOURS.last }));
  });
  return picture;
}

/** @param {SVGSVGElement} picture */
export const svgText = picture => `${new XMLSerializer().serializeToString(picture)}\n`;

/** @param {SVGSVGElement} picture @returns {Promise<Blob>} */
export async function pngOf(picture) {
  const image = new Image(), canvas = document.createElement("canvas");
  image.src = `data:image/svg+xml,${encodeURIComponent(svgText(picture))}`;
  await image.decode();
  canvas.width = canvas.height = PNG_SCALE * Number(picture.getAttribute("width"));
  /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")).drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) => canvas.toBlob(
    blob => blob ? done(blob) : failed(new Error("no PNG")), "image/png"));
}
