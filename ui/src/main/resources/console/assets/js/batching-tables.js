// Two tables of the page of batching: what was predicted and measured at each load, and how the settings changed.

import { change, known, percent, rate } from './batching-text.js';
import { element, svg } from './dom.js';

function cell(tag, className, text) {
  return element(tag, className, text);
}

function head(className, text) {
  const th = cell('th', className, text);
  th.scope = 'row';
  return th;
}

function bullet(measured, predicted, most) {
  const at = value => `${(100 * value) / most}%`;
  const plot = svg('svg', { class: 'bullet', 'aria-hidden': 'true' });
  plot.append(
    svg('rect', { class: 'bg', y: 8, width: '100%', height: 8, rx: 2 }),
    svg('rect', { class: 'got', y: 8, width: at(measured), height: 8, rx: 2 }),
  );
  if (predicted !== null) plot.append(svg('line', { class: 'tick', x1: at(predicted), x2: at(predicted), y1: 4, y2: 20 }));
  return plot;
}

/** @param {object[]} loads as the server gives them */
export function loadRows(loads) {
  const most = 1.03 * Math.max(...loads.flatMap(load => [load.measuredTokensPerSecond, load.predictedTokensPerSecond ?? 0]));
  return loads.map(load => {
    const { predictedTokensPerSecond: predicted, measuredTokensPerSecond: measured } = load;
    const bar = element('td', '');
    bar.append(bullet(measured, predicted, most));
    return element(
      'tr',
      '',
      head('r', String(load.requests)),
      cell('td', 'r', known(load.largeShare, percent)),
      cell('td', '', load.settings),
      cell('td', 'r', known(predicted, rate)),
      cell('td', 'r', rate(measured)),
      cell('td', 'r', predicted === null ? '–' : change(measured / predicted - 1)),
      bar,
    );
  });
}

/** @param {object[]} changes as the server gives them */
export function changeRows(changes) {
  return changes.map(entry =>
    element(
      'tr',
      '',
      head('', new Date(entry.at).toLocaleString('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', second: '2-digit' })),
      cell('td', '', entry.author === 'operator' ? 'operator' : 'itself'),
      cell('td', '', entry.before),
      cell('td', '', entry.after),
      cell('td', 'r', entry.predictedGain === null ? '' : change(entry.predictedGain)),
      cell('td', 'why', entry.reason),
    ),
  );
}
