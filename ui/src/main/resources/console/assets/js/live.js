// Live figures: one event a second while the page is seen and not paused. A second without a figure is a gap.

import { part } from './dom.js';
import { rate } from './format.js';

const SECONDS = 60;
const REOPEN_MS = 5000;

/** The rates of one model: the newest as a figure, the last minute as a line. */
class Gauge {
  #box;
  #values = [];

  constructor(box) {
    this.#box = box;
  }

  get id() {
    return this.#box.dataset.liveModel;
  }

  /** @param {{ tokensPerSecond: number, running: number, waiting: number } | null} figures null where there are none */
  show(figures) {
    this.#values = [...this.#values, figures?.tokensPerSecond ?? null].slice(-SECONDS);
    part('rate', this.#box).textContent = figures ? rate(figures.tokensPerSecond) : '–';
    const rows = part('rows', this.#box);
    rows.textContent = figures ? `${figures.running} in a step, ${figures.waiting} waiting` : 'no figures';
    this.#draw();
  }

  #draw() {
    const top = Math.max(1, ...this.#values.map(value => value ?? 0));
    const x = i => ((SECONDS - this.#values.length + i) * 100) / (SECONDS - 1);
    const y = value => 27 - (value / top) * 25;
    let path = '';
    this.#values.forEach((value, i) => {
      if (value === null) return;
      const begins = i === 0 || this.#values[i - 1] === null;
      path += `${begins ? 'M' : 'L'}${x(i).toFixed(1)} ${y(value).toFixed(1)}`;
    });
    part('spark', this.#box).setAttribute('d', path);
  }
}

/** How many requests run, beside the name of their page; nothing where none does. */
function showRunning(count) {
  const tag = document.querySelector('[data-running-requests]');
  if (!tag) return;
  part('running-figure', tag).textContent = String(count);
  tag.hidden = count === 0;
}

/** The page's one event stream, with its control. */
class LiveStream {
  #control = part('live');
  #text = part('live-text', this.#control);
  #toggle = part('live-toggle', this.#control);
  #address;
  #show;
  #pace;
  #source = null;
  #paused = false;
  #timer = 0;

  /**
   * @param {string} address of the stream
   * @param {(figures: object | null) => void} show told of each event, and with null where there are no figures
   * @param {string} pace how often what is shown moves, for people
   */
  constructor(address, show, pace = 'every second') {
    this.#address = address;
    this.#show = show;
    this.#pace = pace;
    this.#toggle.addEventListener('click', () => this.#pause(!this.#paused));
    document.addEventListener('visibilitychange', () => this.#update());
    this.#update();
  }

  #pause(paused) {
    this.#paused = paused;
    this.#control.toggleAttribute('data-paused', paused);
    this.#toggle.setAttribute('aria-pressed', String(paused));
    this.#toggle.querySelector('use').setAttribute('href', paused ? '#i-play' : '#i-pause');
    part('live-toggle-text', this.#toggle).textContent = paused ? 'Resume' : 'Pause';
    if (paused) this.#text.textContent = `Paused at ${new Date().toLocaleTimeString([], { hour12: false })}`;
    this.#update();
  }

  #update() {
    const wanted = !this.#paused && !document.hidden;
    if (wanted && !this.#source) this.#open();
    if (!wanted) this.#close();
  }

  #open() {
    this.#source = new EventSource(this.#address);
    this.#source.addEventListener('figures', event => this.#take(JSON.parse(event.data)));
    this.#source.addEventListener('running', event => showRunning(Number(event.data)));
    this.#source.addEventListener('error', () => this.#lost());
  }

  #close() {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
  }

  #take(figures) {
    this.#control.removeAttribute('data-lost');
    this.#text.textContent = `Live, ${this.#pace}`;
    this.#show(figures);
  }

  #lost() {
    this.#control.setAttribute('data-lost', '');
    this.#text.textContent = 'No connection, trying again';
    this.#show(null);
    if (this.#source?.readyState !== EventSource.CLOSED) return;
    // refused rather than cut: the browser does not try again by itself
    this.#close();
    this.#timer = setTimeout(() => this.#update(), REOPEN_MS);
  }
}

/** Starts the speed of each model that the page shows. */
export function startLive() {
  const gauges = [...document.querySelectorAll('[data-live-model]')].map(box => new Gauge(box));
  return new LiveStream('/console/events', figures => {
    for (const gauge of gauges) gauge.show(figures?.models.find(model => model.id === gauge.id) ?? null);
  });
}

/** Starts the figures of batching; `show` gets an entry for each pair, or null where there are no figures. */
export function startLiveBatching(show) {
  return new LiveStream('/console/events/batching', show);
}

/** Starts the state of throughput; `show` is told of it each second, or null where it is not known. */
export function startLiveThroughput(show) {
  return new LiveStream('/console/events/throughput', show, 'every 10 s');
}

/** Starts what the whole server does; `show` gets the counters of now, or null where there are none. */
export function startLiveOverview(show) {
  return new LiveStream('/console/events/overview', show);
}

/** Starts what moves of requests; `show` gets how many run and have ended, or null where nobody knows. */
export function startLiveRequests(show) {
  return new LiveStream('/console/events/requests', show);
}

/** Starts what moves of models and pairs; `show` gets the counters of now, or null where there are none. */
export function startLiveRegistry(show) {
  return new LiveStream('/console/events/registry', show);
}
