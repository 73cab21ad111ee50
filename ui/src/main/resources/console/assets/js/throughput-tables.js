// Two tables of the page of throughput: what each model did in all of the time, and the charts' values.

import { element, part } from './dom.js';
import { duration, percent, rate } from './format.js';
import { figures, known, measured, time } from './throughput-text.js';

const MOST_ROWS = 60;

function row(head, cells) {
  const th = element('th', '', head);
  th.scope = 'row';
  return element('tr', '', th, ...cells.map(text => element('td', 'r', text)));
}

/** @param {object} totals of the target */
export function fillFigures(shown, totals, writers) {
  const all = Object.values(totals.tokens).reduce((sum, n) => sum + n, 0);
  part('figures').replaceChildren(
    ...writers.flatMap(({ id, role }) => {
      const model = shown.models.find(entry => entry.model === id);
      const name = element('span', `writer ${role}`, id);
      return model ? [row(name, figures(model, totals.tokens[id] ?? 0, all, totals.seconds))] : [];
    }),
  );
  const { firstTokenMillis: first, betweenTokensMillis: between } = totals;
  part('figures-note').textContent =
    `${totals.ended.toLocaleString('en')} requests, ${totals.failed.toLocaleString('en')} failed, ${totals.cancelled.toLocaleString('en')} cancelled; ` +
    `first token p50 ${known(first.p50, duration)}, p99 ${known(first.p99, duration)}; between tokens p50 ${known(between.p50, duration)}, p99 ${known(between.p99, duration)}.`;
}

/** The newest first; of many points every n-th. Made only while somebody looks. */
export function fillValues(shown, id, drawn, span) {
  const details = part('values');
  if (!details.open) {
    details.ontoggle = () => details.open && fillValues(shown, id, drawn, span);
    return;
  }
  details.ontoggle = null;
  const target = shown.targets.find(entry => entry.target === id)?.series;
  const each = Math.ceil(shown.at.length / MOST_ROWS);
  const rows = [];
  for (let i = measured(shown) - 1; i >= 0 && target; i -= each) {
    rows.push(
      row(time(shown.at[i], span), [
        ...drawn.map(writer => known(target.tokensPerSecond[writer.id]?.[i], rate)),
        known(target.largeShare[i], percent),
        known(target.running[i], value => value.toFixed(1)),
        known(target.firstTokenMillis.p95[i], duration),
        known(target.betweenTokensMillis.p95[i], duration),
      ]),
    );
  }
  part('values-note').textContent = each > 1 ? `Each ${each}th point.` : 'Each point.';
  part('values-rows').replaceChildren(...rows);
}
