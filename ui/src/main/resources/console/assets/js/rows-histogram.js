// How often a step had how many rows.

import { drawBars } from './bars.js';
import { bins } from './batching-text.js';

/**
 * @param {SVGElement} plot is filled anew
 * @param {string} name of the model, for those who do not see it
 * @param {'small' | 'large' | 'alone'} role its colour
 */
export function drawRows(plot, name, role, stepsByRows) {
  drawBars(plot, bins(stepsByRows), role, `Rows in a step of ${name}`, 'no step yet');
}
