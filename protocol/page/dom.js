// SPDX-License-Identifier: MIT
// @ts-check
/** Elements are built here, texts enter them as text. */

/** @typedef {string | number | boolean | undefined | null | ((event: any) => void)} Attribute */

/** @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element #${id}`);
  return found;
}
/** @param {string} id */
export const inputOf = id => /** @type {HTMLInputElement} */ (byId(id));
/** @param {string} id */
export const selectOf = id => /** @type {HTMLSelectElement} */ (byId(id));
/** @param {string} id */
export const buttonOf = id => /** @type {HTMLButtonElement} */ (byId(id));

/** @param {Element} element @param {Record<string, Attribute>} attributes */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.replace(/^on/, ""), value);
    else if (value === false || value === undefined || value === null) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** `el("button", {class: "go", onclick: go}, "Go")`.
 * @template {keyof HTMLElementTagNameMap} K @param {K} tag
 * @param {Record<string, Attribute>} attributes @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[K]} */
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  set(made, attributes);
  made.append(...children);
  return made;
}

/** @template {keyof SVGElementTagNameMap} K @param {K} tag
 * @param {Record<string, Attribute>} attributes @param {...(Node | string)} children
 * @returns {SVGElementTagNameMap[K]} */
export function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  set(made, attributes);
  made.append(...children);
  return made;
}

/** Screens where the page is one column. */
export const narrowScreen = () => matchMedia("(max-width: 739px)");

/** Changes a text only where it is another: screen readers speak of changes.
 * @param {Element} element @param {string} text */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** @param {string} id @param {(event: any) => void} handler */
export function onClick(id, handler) {
  byId(id).addEventListener("click", handler);
}

/** Fills a list to choose from and keeps what was chosen, if it is still there.
 * @param {HTMLSelectElement} select @param {{value: string, text: string, title?: string}[]} items */
export function fillSelect(select, items) {
  const chosen = select.value;
  select.replaceChildren(...items.map(({ value, text, title }) =>
    el("option", { value, title }, text)));
  if (items.some(item => item.value === chosen)) select.value = chosen;
}
