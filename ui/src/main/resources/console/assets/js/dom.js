// Three helpers to build elements. Text is always set as text: nothing that a model wrote is ever read as markup.

const SVG = 'http://www.w3.org/2000/svg';

export function element(tag, className, ...content) {
  const e = document.createElement(tag);
  if (className) e.className = className;
  e.append(...content);
  return e;
}

export function svg(tag, attributes = {}) {
  const e = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) e.setAttribute(name, value);
  return e;
}

/** The only element with this `data-` attribute; a page without it is a mistake of the template. */
export function part(name, root = document) {
  const e = root.querySelector(`[data-${name}]`);
  if (!e) throw new Error(`the page has no element with data-${name}`);
  return e;
}
