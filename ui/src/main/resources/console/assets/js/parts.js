// Brings parts of a page up to date with what the server would send now. What has the focus keeps it.

import { watchScrolling } from './shell.js';

function refocus(part, id) {
  if (id) part.querySelector(`#${CSS.escape(id)}`)?.focus();
}

/** Loads the page again and takes over the parts that differ. */
export async function refreshParts() {
  let text;
  try {
    const response = await fetch(location.href, { headers: { Accept: 'text/html' } });
    if (response.status === 404) location.assign('/models');
    if (!response.ok || response.redirected) return;
    text = await response.text();
  } catch {
    return;
  }
  const fresh = new DOMParser().parseFromString(text, 'text/html');
  for (const part of document.querySelectorAll('[data-part]')) {
    const next = fresh.querySelector(`[data-part="${part.dataset.part}"]`);
    if (!next || next.innerHTML === part.dataset.shown) continue;
    const focused = part.contains(document.activeElement) ? document.activeElement.id : null;
    part.dataset.shown = next.innerHTML;
    part.replaceChildren(...document.importNode(next, true).childNodes);
    watchScrolling(part);
    refocus(part, focused);
  }
}
