// Draws how two minimum batches are missed: a square for each request that waits, an empty one for each that is missing.

import { element, svg } from './dom.js';

const MOST_DRAWN = 24;
const STEP = 26;

function squares(role, { waiting, wanted }) {
  const row = svg('svg', {
    class: `slots ${role}`,
    viewBox: `0 0 ${STEP * wanted} 24`,
    height: 24,
    preserveAspectRatio: 'xMinYMid meet',
    role: 'img',
    'aria-label': `${waiting} of ${wanted} waiting`,
  });
  for (let i = 0; i < wanted; i++) {
    row.append(svg('rect', { class: i < waiting ? 'on' : 'off', x: 1 + STEP * i, y: 2, width: 20, height: 20, rx: 3 }));
  }
  return row;
}

function row(role, model, batch) {
  const line = element('div', 'dl-row', element('span', `writer ${role}`, model));
  if (batch.wanted <= MOST_DRAWN) line.append(squares(role, batch));
  line.append(element('span', '', element('b', '', `${batch.waiting} of ${batch.wanted}`), `, ${batch.wanted - batch.waiting} short`));
  return line;
}

/**
 * @param {{ text: string, small: object, large: object } | null} conflict
 * @param {{ small: string, large: string }} models their ids
 */
export function drawMissed(box, conflict, models) {
  box.hidden = conflict === null;
  if (conflict === null) return;
  box.replaceChildren(row('large', models.large, conflict.large), row('small', models.small, conflict.small), element('p', 'help', conflict.text));
}
