// Brings parts of a page up to date with what the server would send now. What has the focus keeps it.

import { watchScrolling } from './shell.js';

function refocus(part, id) {
  if (id) part.querySelector(`#${CSS.escape(id)}`)?.focus();
}

/** The page as the server would send it now; null where it does not. */
async function load(gone) {
  try {
    const response = await fetch(location.href, { headers: { Accept: 'text/html' } });
    if (response.status === 404) gone();
    if (!response.ok || response.redirected) return null;
    return await response.text();
  } catch {
    return null;
  }
}

function replace(text) {
  const fresh = new DOMParser().parseFromString(text, 'text/html');
  for (const part of document.querySelectorAll('[data-part]')) {
    const next = fresh.querySelector(`[data-part="${part.dataset.part}"]`);
    if (!next || next.innerHTML === part.dataset.shown) continue;
    const focused = part.contains(document.activeElement) ? document.activeElement.id : null;
    part.dataset.shown = next.innerHTML;
    if ('running' in next.dataset) part.dataset.running = next.dataset.running;
    part.replaceChildren(...document.importNode(next, true).childNodes);
    watchScrolling(part);
    refocus(part, focused);
  }
}

/** Loads the page again and takes over the parts that differ. */
export async function refreshParts() {
  const text = await load(() => location.assign('/models'));
  if (text !== null) replace(text);
}

/** Does the same for a page that moves often: never twice at once, and what was asked for meanwhile once more afterwards. */
export class Refresher {
  #busy = false;
  #again = false;

  /** @returns {Promise<boolean>} whether parts were looked at */
  async refresh() {
    if (this.#busy) {
      this.#again = true;
      return false;
    }
    this.#busy = true;
    let text = await load(() => {});
    if (this.#again) text = (await load(() => {})) ?? text;
    if (text !== null) replace(text);
    this.#busy = false;
    this.#again = false;
    return text !== null;
  }
}
