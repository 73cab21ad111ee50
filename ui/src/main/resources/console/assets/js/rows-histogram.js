// How often a step had how many rows, as bars. Geometry in attributes: the policy of the page allows no inline style.

import { bins } from './batching-text.js';
import { svg } from './dom.js';
import { percent } from './format.js';

const HEIGHT = 98;
const TALLEST = 82;
const GAP = 0.2;

/**
 * @param {SVGElement} plot is filled anew
 * @param {string} name of the model, for those who do not see it
 * @param {'small' | 'large'} role its colour
 */
export function drawRows(plot, name, role, stepsByRows) {
  const bars = bins(stepsByRows);
  const most = Math.max(...bars.map(bar => bar.share), 0);
  const letter = role === 'large' ? 'l' : 's';
  const parts = [svg('line', { class: 'axis', x1: 0, x2: '100%', y1: HEIGHT, y2: HEIGHT })];
  bars.forEach((bar, i) => {
    const width = 100 / bars.length;
    const x = `${(i + GAP / 2) * width}%`;
    const height = most === 0 ? 0 : (bar.share / most) * TALLEST;
    if (height > 0) {
      const w = `${width * (1 - GAP)}%`;
      parts.push(svg('rect', { class: `bar-${letter}`, x, y: HEIGHT - height, width: w, height }));
      parts.push(svg('rect', { class: `cap-${letter}`, x, y: HEIGHT - height, width: w, height: Math.min(2, height) }));
    }
    const text = svg('text', { x: `${(i + 0.5) * width}%`, y: 113, 'text-anchor': 'middle' });
    text.textContent = bar.label;
    parts.push(text);
  });
  plot.replaceChildren(...parts);
  const said = bars.filter(bar => bar.steps > 0).map(bar => `${bar.label} in ${percent(bar.share)}`);
  plot.setAttribute('aria-label', `Rows in a step of ${name}: ${said.join(', ') || 'no step yet'}`);
}
