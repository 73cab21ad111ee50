// How fast a pair would be under a policy: the server's forecast from measured step times, for so many requests at once.

import { send } from './admin.js';
import { entropyOf } from './policy-share.js';

export const REQUESTS = 8;
const PAUSE_MS = 200;

/**
 * The share for which a forecast holds: it thinks of single tokens that the large model replaces, so of a policy that decides
 * otherwise there is none. Pure.
 *
 * @param {{ algorithm: string, options: object } | null} policy
 * @param {number | null} share that is expected of it or was seen
 */
export function forecastShare(policy, share, vocabulary) {
  return policy === null || share === null || entropyOf(policy, vocabulary) === null ? null : Number(share.toFixed(3));
}

export class SpeedForecast {
  #pair;
  #show;
  #question = '';
  #speeds = [];
  #asked = 0;
  #timer = 0;

  /** @param {(speeds: (number | null)[]) => void} show given tokens a second in the order of the question, null where nothing is known */
  constructor(pair, show) {
    this.#pair = pair;
    this.#show = show;
  }

  /** Shows what is known, and asks for the rest. @param {(number | null)[]} shares of the large model, 0 to 1 */
  ask(shares) {
    const question = JSON.stringify(shares);
    if (question === this.#question) return this.#show(this.#speeds);
    this.#question = question;
    clearTimeout(this.#timer);
    const mine = ++this.#asked;
    this.#tell(shares.map(() => null));
    this.#timer = setTimeout(async () => {
      const speeds = await Promise.all(shares.map(share => this.#speed(share)));
      if (mine === this.#asked) this.#tell(speeds);
    }, PAUSE_MS);
  }

  #tell(speeds) {
    this.#speeds = speeds;
    this.#show(speeds);
  }

  async #speed(share) {
    if (share === null) return null;
    const query = new URLSearchParams({ pair: this.#pair, requests: REQUESTS, share });
    const { ok, answer } = await send('GET', `/api/admin/batching/whatif?${query}`);
    return ok ? answer.forecasts[0].tuned.tokens_per_second : null;
  }
}
