// The one caller of /v1/chat/completions: sends a request, gives the chunks of the answer, names what went wrong.

import { readEvents } from './event-stream.js';
import { pageHeaders } from './session.js';

/**
 * Why a run ended badly.
 * `kind`: `unreachable` no answer from the server; `busy` refused for now; `unknown-model`; `refused` the request is at
 * fault; `broken` the answer stopped half-way; `server` everything else.
 */
export class CompletionError extends Error {
  constructor(kind, message, { retryAfter = 0, param = null } = {}) {
    super(message);
    this.kind = kind;
    this.retryAfter = retryAfter;
    this.param = param;
  }
}

/** Streams the chunks of an answer. Throws {@link CompletionError}, or the signal's AbortError when it is aborted. */
export async function* complete(body, signal) {
  const response = await post(body, signal);
  if (!response.ok) throw await refusal(response);
  let ended = false;
  try {
    for await (const data of readEvents(response.body)) {
      // events that came in one piece with the last one shown are not wanted any more either
      signal.throwIfAborted();
      if (data === '[DONE]') {
        ended = true;
        return;
      }
      const chunk = parsed(data);
      if (chunk.error) throw new CompletionError('broken', chunk.error.message ?? 'The server gave no reason.');
      yield chunk;
    }
  } catch (error) {
    if (error instanceof CompletionError || signal.aborted) throw error;
    throw new CompletionError('broken', 'The connection was lost.');
  }
  if (!ended) throw new CompletionError('broken', 'The connection was closed before the answer was complete.');
}

async function post(body, signal) {
  try {
    return await fetch('/v1/chat/completions', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream', ...pageHeaders() },
      body: JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new CompletionError('unreachable', 'The server does not answer.');
  }
}

function parsed(data) {
  try {
    return JSON.parse(data);
  } catch {
    throw new CompletionError('broken', 'The server sent something that is not JSON.');
  }
}

async function refusal(response) {
  const error = await response.json().then(
    body => body.error ?? {},
    () => ({}),
  );
  const retryAfter = Math.min(60, Math.max(0, Number(response.headers.get('Retry-After')) || 0));
  return new CompletionError(kindOf(response.status), error.message ?? `The server answered with status ${response.status}.`, {
    retryAfter,
    param: error.param ?? null,
  });
}

function kindOf(status) {
  if (status === 503 || status === 429) return 'busy';
  if (status === 404) return 'unknown-model';
  return status < 500 ? 'refused' : 'server';
}
