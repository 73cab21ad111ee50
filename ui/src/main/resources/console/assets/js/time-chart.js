// A chart of series over time, drawn by uPlot. Writers are told apart by colour and by line: small solid with an area, large
// dashed; more of one kind have other dashes. Where there is no value nothing is drawn.

import uPlot from '../vendor/uplot/uPlot.esm.js';
import { element, svg } from './dom.js';
import { summary, time } from './throughput-text.js';

const LINES = {
  small: { colour: '--small', fill: '--small-tint', width: 1.5, style: 'c-small' },
  large: { colour: '--large', dash: [6, 3], width: 2, style: 'c-large' },
  'small-2': { colour: '--small', dash: [2, 3], width: 1.75, style: 'c-small' },
  'small-3': { colour: '--small', dash: [9, 3, 2, 3], width: 1.5, style: 'c-small' },
  'large-2': { colour: '--large', dash: [2, 3], width: 2, style: 'c-large' },
  'large-3': { colour: '--large', dash: [9, 3, 2, 3], width: 2, style: 'c-large' },
  main: { colour: '--ink', width: 1.5, style: 'c-main' },
  quiet: { colour: '--ink-3', width: 1.5, style: 'c-quiet' },
  dotted: { colour: '--ink-3', dash: [2, 3], width: 1.5, style: 'c-quiet' },
  strong: { colour: '--ink', dash: [2, 3], width: 1.75, style: 'c-main' },
};

const CLOCK = [
  [86_400, '{D} {MMM}', null, null, null, null, null, null, 1],
  [60, '{HH}:{mm}', '\n{D} {MMM}', null, '\n{D} {MMM}', null, null, null, 1],
  [1, '{HH}:{mm}:{ss}', null, null, null, null, null, null, 1],
];

/** A custom property as a colour that a canvas understands. */
function colour(name) {
  const probe = element('i', 'sr');
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const value = getComputedStyle(probe).color;
  probe.remove();
  return value;
}

function short(value) {
  if (value >= 10_000) return `${(value / 1000).toFixed(0)}k`;
  return value >= 1000 ? `${(value / 1000).toFixed(1).replace('.0', '')}k` : String(+value.toPrecision(3));
}

export class TimeChart {
  #box;
  #legend;
  #spec;
  #data = null;
  #span = 3600;
  #plot = null;
  #at = null;

  /**
   * @param {HTMLElement} box is filled; reachable with the keyboard
   * @param {HTMLElement} legend names the lines, with the value at the cursor or the newest
   * @param {{ name: string, lines: { label: string, line: keyof LINES }[], show: (value: number) => string, most?: number, hasClock?: boolean }} spec
   */
  constructor(box, legend, spec) {
    this.#box = box;
    this.#legend = legend;
    this.#spec = spec;
    box.tabIndex = 0;
    box.addEventListener('keydown', event => this.#key(event));
    box.addEventListener('blur', () => this.#move(null));
    new ResizeObserver(() => this.#resize()).observe(box);
    new MutationObserver(() => this.#draw()).observe(document.documentElement, { attributeFilter: ['data-theme'] });
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#draw());
    this.#makeLegend();
  }

  /** @param {(number | null)[][]} data times in seconds, then the values of each line; @param {number} span seconds that are shown */
  show(data, span) {
    const redraw = !this.#plot || span !== this.#span;
    this.#data = data;
    this.#span = span;
    if (redraw) this.#draw();
    else this.#plot.setData(data);
    this.#tell();
  }

  #draw() {
    if (!this.#data) return;
    this.#plot?.destroy();
    const font = `11px ${getComputedStyle(document.body).fontFamily}`;
    const axis = { stroke: colour('--ink-3'), font, ticks: { show: false }, grid: { stroke: colour('--line'), width: 1 } };
    this.#plot = new uPlot(
      {
        width: this.#box.clientWidth,
        height: this.#box.clientHeight,
        padding: [8, 6, (this.#spec.hasClock ?? true) ? 0 : 8, 0],
        legend: { show: false },
        cursor: { y: false, points: { size: 6 }, drag: { x: false, y: false }, sync: { key: 'throughput' } },
        scales: { y: { range: (u, low, high) => [0, this.#spec.most ?? ((high ?? 0) * 1.12 || 1)] } },
        axes: [
          { ...axis, show: this.#spec.hasClock ?? true, size: 34, grid: { show: false }, space: 80, values: CLOCK },
          { ...axis, size: 44, space: 26, values: (u, ticks) => ticks.map(short) },
        ],
        series: [{}, ...this.#spec.lines.map(({ label, line }) => this.#series(label, LINES[line]))],
        hooks: { setCursor: [u => this.#pointed(u.cursor.idx)] },
      },
      this.#data,
      this.#box,
    );
  }

  #series(label, { colour: name, fill, dash, width }) {
    // a value between two gaps is no line; it is drawn as a point
    const lonely = (u, i) => {
      const values = u.data[i];
      const found = [];
      values.forEach((value, at) => {
        if (value !== null && (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null) found.push(at);
      });
      return found;
    };
    const stroke = colour(name);
    return { label, stroke, fill: fill && colour(fill), dash, width, points: { show: true, size: 4, stroke, fill: stroke, filter: lonely } };
  }

  #resize() {
    if (this.#plot) this.#plot.setSize({ width: this.#box.clientWidth, height: this.#box.clientHeight });
  }

  #makeLegend() {
    this.#legend.replaceChildren(
      ...this.#spec.lines.map(({ label, line }) => {
        const { style, dash } = LINES[line];
        const sample = svg('svg', { class: 'plot', 'aria-hidden': 'true' });
        const stroke = svg('line', { class: style, x1: 0, x2: '100%', y1: 5, y2: 5, 'stroke-width': 2 });
        if (dash) stroke.setAttribute('stroke-dasharray', dash.join(' '));
        sample.append(stroke);
        return element('span', 'k', sample, element('span', '', label), element('b', ''));
      }),
      element('span', 'quiet'),
    );
  }

  #pointed(at) {
    this.#at = at ?? null;
    this.#tell();
  }

  /** The values at the cursor, else the newest. */
  #tell() {
    if (!this.#data) return;
    const [times, ...series] = this.#data;
    const at = this.#at ?? times.findLastIndex((time, i) => series.some(values => values[i] !== null));
    this.#legend.querySelectorAll('.k b').forEach((value, i) => {
      const figure = series[i][at] ?? null;
      value.textContent = figure === null ? '–' : this.#spec.show(figure);
    });
    this.#legend.lastElementChild.textContent = this.#at === null || times[at] === undefined ? '' : time(times[at], this.#span);
    const said = this.#spec.lines.map(({ label }, i) => summary(label, series[i], this.#spec.show));
    this.#box.setAttribute('aria-label', `${this.#spec.name}. ${said.join('; ')}. Arrow keys walk the points.`);
  }

  #key(event) {
    if (!this.#data) return;
    const last = this.#data[0].length - 1;
    const from = this.#at ?? last + 1;
    const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last, Escape: null }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.#move(to === null ? null : Math.min(last, Math.max(0, to)));
  }

  #move(at) {
    if (!this.#plot) return;
    if (at === null) {
      this.#plot.setCursor({ left: -10, top: -10 });
    } else {
      this.#plot.setCursor({ left: this.#plot.valToPos(this.#data[0][at], 'x'), top: 0 });
    }
    this.#pointed(at);
  }
}
