// The admin API as pages call it: a change with the version that was seen, and a refusal that says what is wrong.

import { hasEnded, pageHeaders } from './session.js';

/** Why nothing was changed. `field` names what is at fault; null where it is no single one. */
export class Refusal extends Error {
  constructor(status, { title, detail, field } = {}) {
    super(detail ?? `The server answered with status ${status}.`);
    this.status = status;
    this.title = title ?? 'Not saved';
    this.field = field ?? null;
  }
}

/**
 * Sends a change and gives the answer's body.
 * @param version that is changed, as the page shows it; null for what is new
 * @throws Refusal; nothing was changed
 */
export async function change(method, path, version, body) {
  const headers = { 'Content-Type': 'application/json', ...pageHeaders() };
  if (version !== null) headers['If-Match'] = `"${version}"`;
  let response, answer;
  try {
    response = await fetch(path, { method, headers, body: body === null ? undefined : JSON.stringify(body) });
    answer = await response.json();
  } catch {
    throw new Refusal(0, { title: 'The server does not answer', detail: 'Try again when it is back, and look whether it was done.' });
  }
  if (hasEnded(response)) throw new Refusal(401, { title: 'Your session has ended', detail: 'Sign in again.' });
  if (!response.ok) throw new Refusal(response.status, answer);
  return answer;
}
