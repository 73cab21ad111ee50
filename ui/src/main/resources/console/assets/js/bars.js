// How often each of some cases occurred, as bars. Geometry in attributes: the policy of the page allows no inline style.

import { svg } from './dom.js';
import { percent } from './format.js';

const HEIGHT = 98;
const TALLEST = 82;
const GAP = 0.2;

const LETTERS = { small: 's', large: 'l', alone: 'n' };

/**
 * @param {SVGElement} plot is filled anew
 * @param {{ label: string, share: number }[]} bars shares of all, 0 to 1
 * @param {'small' | 'large' | 'alone'} role its colour
 * @param {string} name for those who do not see it
 * @param {string} none what is said where there are none
 */
export function drawBars(plot, bars, role, name, none) {
  const most = Math.max(...bars.map(bar => bar.share), 0);
  const letter = LETTERS[role];
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
  const said = bars.filter(bar => bar.share > 0).map(bar => `${bar.title ?? bar.label} in ${percent(bar.share)}`);
  plot.setAttribute('aria-label', `${name}: ${said.join(', ') || none}`);
}
