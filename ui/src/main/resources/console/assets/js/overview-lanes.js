// Tokens per second of each model in two lanes with a scale each: the large models above, all others below.

import { element } from './dom.js';
import { rate } from './format.js';
import { TimeChart } from './time-chart.js';

const LINES = {
  large: ['large', 'large-2', 'large-3'],
  small: ['small', 'small-2', 'small-3'],
  alone: ['main', 'strong', 'dotted'],
};

function lines(writers) {
  const seen = {};
  return writers.map(({ id, role }) => {
    const n = seen[role] ?? 0;
    seen[role] = n + 1;
    return { label: id, line: LINES[role][n % LINES[role].length] };
  });
}

/** One of the two. */
class Lane {
  #writers;
  #chart;

  constructor(writers, name, size, hasClock) {
    this.#writers = writers;
    const legend = element('div', 'legend');
    const box = element('div', `chart ${size}`);
    box.setAttribute('role', 'img');
    box.setAttribute('aria-label', name);
    this.boxes = [legend, box];
    this.#chart = new TimeChart(box, legend, { name, lines: lines(writers), show: value => `${rate(value)} /s`, hasClock });
  }

  show(shown, span) {
    const series = this.#writers.map(({ id }) => shown.models.find(model => model.model === id)?.series.tokensPerSecond ?? shown.at.map(() => null));
    this.#chart.show([shown.at, ...series], span);
  }
}

/** @param {HTMLElement} box is filled; @param {{ id: string, role: string }[]} writers */
export function makeLanes(box, writers) {
  const large = writers.filter(({ role }) => role === 'large');
  const others = writers.filter(({ role }) => role !== 'large');
  const lanes = [];
  if (large.length > 0) lanes.push(new Lane(large, 'Tokens per second of the large models', others.length > 0 ? 'lane-l' : 'lane-s', others.length === 0));
  if (others.length > 0) lanes.push(new Lane(others, large.length > 0 ? 'Tokens per second of the small models' : 'Tokens per second', 'lane-s', true));
  box.replaceChildren(...lanes.flatMap(lane => lane.boxes));
  return lanes;
}
