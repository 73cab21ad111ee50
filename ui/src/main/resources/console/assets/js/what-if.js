// The card "What if": two sliders, and the server's answer to where they stand.

import { change, millis } from './batching-text.js';
import { part } from './dom.js';
import { ForecastAge } from './forecast-age.js';
import { rate } from './format.js';
import { placeOf, requestsAt } from './log-scale.js';
import { hasEnded } from './session.js';
import { drawWhatIf } from './what-if-plot.js';

const SHOWN = [1, 2, 4, 8, 16, 32, 64, 128];
const PAUSE_MS = 120;
const AGAIN_MS = 2000;

export class WhatIf {
  #card = part('whatif');
  #pair;
  #requests = part('w-requests', this.#card);
  #share = part('w-share', this.#card);
  #plot = part('w-plot', this.#card);
  #now = null;
  #curve = null;
  #chosen = null;
  #timer = 0;
  #asked = null;
  #touched = false;
  #age = new ForecastAge();

  constructor(pair) {
    this.#pair = pair;
    for (const slider of [this.#requests, this.#share]) {
      slider.addEventListener('input', () => {
        this.#touched = true;
        this.#showSliders();
        this.#askSoon(PAUSE_MS);
      });
    }
    new ResizeObserver(() => this.#draw()).observe(this.#plot);
    this.#showSliders();
  }

  /** The load of this moment; the first one that is known sets the sliders. */
  take({ measured, now, models }) {
    const first = measured && this.#card.hidden;
    this.#card.hidden = !measured;
    this.#now = now.measuredTokensPerSecond ? { requests: now.requests, tokensPerSecond: now.measuredTokensPerSecond } : null;
    if (first) {
      if (!this.#touched) this.#moveTo(now);
      this.#askSoon(0);
    } else {
      this.#draw();
    }
    // the cards above tell step times as they are measured: a forecast from older ones would contradict them
    if (measured && this.#age.isOutdated(models, performance.now())) this.#askSoon(0);
  }

  #moveTo({ requests, largeShare }) {
    this.#requests.value = String(placeOf(requests || 16));
    if (largeShare !== null) this.#share.value = String(Math.max(1, Math.min(60, Math.round(largeShare * 100))));
    this.#showSliders();
  }

  #showSliders() {
    const requests = requestsAt(this.#requests.valueAsNumber);
    this.#put('requests', requests);
    this.#put('share', this.#share.value);
    this.#requests.setAttribute('aria-valuetext', `${requests} requests`);
    this.#share.setAttribute('aria-valuetext', `${this.#share.value} percent`);
  }

  #askSoon(milliseconds) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), milliseconds);
  }

  async #ask() {
    this.#asked?.abort();
    this.#asked = new AbortController();
    const requests = requestsAt(this.#requests.valueAsNumber);
    const query = new URLSearchParams({
      pair: this.#pair,
      requests: [...new Set([...SHOWN, requests])].join(','),
      share: String(this.#share.valueAsNumber / 100),
    });
    try {
      const response = await fetch(`/api/admin/batching/whatif?${query}`, { signal: this.#asked.signal });
      if (hasEnded(response)) return;
      const answer = await response.json();
      if (response.ok) this.#show(answer.forecasts, requests);
      else this.#fail(answer.detail ?? 'The server cannot answer now.');
    } catch (error) {
      if (error.name !== 'AbortError') this.#fail('The server does not answer.');
    }
  }

  #fail(why) {
    part('w-caption', this.#card).textContent = `${why} Trying again.`;
    this.#askSoon(AGAIN_MS);
  }

  #show(forecasts, requests) {
    part('w-caption', this.#card).textContent =
      'Tokens per second against running requests, both axes logarithmic. The ring is now; the line follows the sliders.';
    this.#curve = forecasts.filter(f => SHOWN.includes(f.requests));
    const f = (this.#chosen = forecasts.find(forecast => forecast.requests === requests));
    const gain = way => change(way.tokens_per_second / f.greedy.tokens_per_second - 1);
    this.#put('tuned', rate(f.tuned.tokens_per_second));
    this.#put('tuned-gain', gain(f.tuned));
    this.#put('greedy', rate(f.greedy.tokens_per_second));
    this.#put('lockstep', rate(f.lockstep.tokens_per_second));
    this.#put('lockstep-gain', gain(f.lockstep));
    this.#put('one', rate(f.one_at_a_time.tokens_per_second));
    this.#put('one-gain', gain(f.one_at_a_time));
    this.#put('settings', f.settings);
    this.#put('why', `: ${f.why}.`);
    this.#put('p99', gap(f.tuned));
    this.#put('p99-greedy', gap(f.greedy));
    this.#put('each', rate(f.tuned.tokens_per_second_each));
    part('w-status', this.#card).textContent = `${requests} requests: ${rate(f.tuned.tokens_per_second)} tokens per second self-tuned`;
    this.#draw();
  }

  #draw() {
    if (this.#curve && this.#plot.clientWidth > 0) drawWhatIf(this.#plot, this.#curve, this.#chosen, this.#now);
  }

  #put(name, value) {
    part(`w="${name}"`, this.#card).textContent = value;
  }
}

function gap({ p99_gap_millis: value }) {
  return value === null || value === undefined ? '–' : millis(value);
}
