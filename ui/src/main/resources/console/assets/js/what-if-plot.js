// Tokens per second over requests, both axes logarithmic. Only what the server predicted is drawn.

import { svg } from './dom.js';
import { rate } from './format.js';
import { logScale, logTicks } from './log-scale.js';

const HEIGHT = 316;
const LEFT = 44;
const RIGHT = 70;
const TOP = 10;
const BOTTOM = 24;
const LINE = 13;

const WAYS = [
  ['one_at_a_time', 'c-quiet dots', 'one by one'],
  ['lockstep', 'c-quiet dash', 'lockstep'],
  ['greedy', 'c-quiet', ''],
  ['tuned', 'c-main', 'self-tuned'],
];

const speed = (forecast, way) => forecast[way].tokens_per_second;

function label(text, attributes) {
  const element = svg('text', attributes);
  element.textContent = text;
  return element;
}

/**
 * @param {HTMLElement} box is filled anew
 * @param {object[]} curve forecasts at rising numbers of requests
 * @param {object} chosen the forecast that the sliders ask for
 * @param {{ requests: number, tokensPerSecond: number } | null} now what is measured at this moment
 */
export function drawWhatIf(box, curve, chosen, now) {
  const width = Math.max(280, box.clientWidth);
  const most = curve[curve.length - 1].requests;
  const speeds = curve.flatMap(f => WAYS.map(([way]) => speed(f, way)));
  const low = Math.min(...speeds) / 1.5;
  const high = Math.max(...speeds) * 1.5;
  const x = logScale(1, most, LEFT, width - RIGHT);
  const y = logScale(low, high, HEIGHT - BOTTOM, TOP);
  const path = (forecasts, way) => forecasts.map(f => `${x(f.requests).toFixed(1)} ${y(speed(f, way)).toFixed(1)}`).join('L');

  const said = WAYS.map(([way, , name]) => `${name || 'greedy'} ${rate(speed(chosen, way))}`).join(', ');
  const plot = svg('svg', {
    class: 'plot',
    height: HEIGHT,
    viewBox: `0 0 ${width} ${HEIGHT}`,
    role: 'img',
    'aria-label': `Tokens per second at ${chosen.requests} requests: ${said}`,
  });
  for (const tick of logTicks(low, high)) {
    plot.append(
      svg('line', { class: 'rule', x1: LEFT, x2: width - RIGHT, y1: y(tick), y2: y(tick) }),
      label(tick >= 1000 ? `${tick / 1000}k` : String(tick), { x: LEFT - 7, y: y(tick) + 4, 'text-anchor': 'end' }),
    );
  }
  for (const { requests } of curve) plot.append(label(requests, { x: x(requests), y: HEIGHT - 7, 'text-anchor': 'middle' }));
  // what waiting gains, as a band
  plot.append(svg('path', { class: 'band', d: `M${path(curve, 'tuned')}L${path([...curve].reverse(), 'greedy')}Z` }));
  for (const [way, style] of WAYS) plot.append(svg('path', { class: `l ${style}`, d: `M${path(curve, way)}` }));
  let free = -LINE;
  for (const [way, , name] of [...WAYS].reverse().filter(([, , name]) => name)) {
    const at = Math.max(y(speed(curve[curve.length - 1], way)) + 4, free);
    free = at + LINE;
    plot.append(label(name, { x: width - RIGHT + 6, y: at, class: way === 'tuned' ? 'strong' : '' }));
  }
  plot.append(svg('line', { class: 'mark', x1: x(chosen.requests), x2: x(chosen.requests), y1: TOP, y2: HEIGHT - BOTTOM }));
  for (const [way] of WAYS) {
    plot.append(svg('circle', { class: way === 'tuned' ? 'pt full' : 'pt quiet', cx: x(chosen.requests), cy: y(speed(chosen, way)), r: way === 'tuned' ? 4 : 3 }));
  }
  if (now && now.requests >= 1 && now.requests <= most && now.tokensPerSecond >= low && now.tokensPerSecond <= high) {
    plot.append(svg('circle', { class: 'pt now', cx: x(now.requests), cy: y(now.tokensPerSecond), r: 8 }));
  }
  box.replaceChildren(plot);
}
