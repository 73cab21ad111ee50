// Changes over the admin API, and what is said where one is refused.

import { part } from './dom.js';
import { hasEnded, pageHeaders } from './session.js';

/**
 * @param {object | undefined} body sent as JSON
 * @returns {Promise<{ ok: boolean, status: number, version: number | null, answer: object }>} status 0 where nobody answers
 */
export async function send(method, address, body, headers = {}) {
  try {
    const response = await fetch(address, {
      method,
      headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers, ...pageHeaders() },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    hasEnded(response);
    const text = await response.text();
    const tag = /^"(\d+)"$/.exec(response.headers.get('ETag') ?? '');
    return { ok: response.ok, status: response.status, version: tag && Number(tag[1]), answer: parsed(text) };
  } catch {
    return {
      ok: false,
      status: 0,
      version: null,
      answer: { title: 'The server does not answer', detail: 'Nothing was changed. Try again when it is back.' },
    };
  }
}

function parsed(text) {
  try {
    return text ? JSON.parse(text) : {};
  } catch {
    return {};
  }
}

/** Hides what was said about an earlier try. */
export function clearRefusals(root = document) {
  part('refusal').hidden = true;
  for (const error of root.querySelectorAll('[data-error]')) error.hidden = true;
  for (const field of root.querySelectorAll('[aria-invalid]')) field.removeAttribute('aria-invalid');
}

/** Says why something was not done: beside the field where the server names one that is seen, above the page otherwise. */
export function showRefusal({ status, answer }, root = document) {
  const error = answer.field && [...root.querySelectorAll('[data-error]')].find(e => e.dataset.error === answer.field);
  if (error && error.closest('[hidden]:not([data-error])') === null) {
    error.textContent = answer.detail;
    error.hidden = false;
    const control = root.querySelector(`[aria-describedby~="${error.id}"]`);
    control?.setAttribute('aria-invalid', 'true');
    control?.focus();
    return;
  }
  const box = part('refusal');
  part('refusal-title', box).textContent = answer.title ?? 'Not done';
  part('refusal-text', box).textContent = answer.detail ?? `The server answered with status ${status}.`;
  box.hidden = false;
  box.scrollIntoView({ block: 'nearest' });
}
