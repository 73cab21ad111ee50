// The admin API as pages call it: a change with the version that was seen, and a refusal that says what is wrong.

import { send } from './admin.js';

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
  const seen = version === null ? {} : { 'If-Match': `"${version}"` };
  const { ok, status, answer } = await send(method, path, body ?? undefined, seen);
  if (ok) return answer;
  if (status === 0) {
    throw new Refusal(0, { title: 'The server does not answer', detail: 'Try again when it is back, and look whether it was done.' });
  }
  if (status === 401) throw new Refusal(401, { title: 'Your session has ended', detail: 'Sign in again.' });
  throw new Refusal(status, answer);
}
