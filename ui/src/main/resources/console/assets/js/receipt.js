// The figures under an answer, and the large model's tokens as a table. What is not known is left out.

import { element } from './dom.js';
import { count, duration, nats, percent, visible } from './format.js';

const FINISHES = {
  stop: 'stop',
  length: 'most tokens reached',
  stopped: 'stopped by you',
  failed: 'failed',
};

/** Ends at which the answer is all that was to come. */
const WHOLE = new Set(['stop', 'length']);

function fact(name, ...value) {
  return element('div', '', element('dt', '', name), element('dd', '', ...value));
}

function largeShare(run) {
  const text = `${count(run.largeTokens)}, ${percent(run.largeTokens / run.tokens)}`;
  return element('span', 'writer large', text);
}

/** Fills the list `facts` from `run`. */
export function fillReceipt(facts, run) {
  const items = [];
  if (run.promptTokens != null) items.push(fact('Prompt', count(run.promptTokens)));
  items.push(fact('Tokens', count(run.tokens)));
  if (run.target.small && run.target.large && run.tokens) items.push(fact('By the large model', largeShare(run)));
  if (run.routing?.switches != null) items.push(fact('Switches', count(run.routing.switches)));
  if (run.firstTokenMs != null) items.push(fact('First token', duration(run.firstTokenMs)));
  if (run.totalMs != null) items.push(fact(WHOLE.has(run.finish) ? 'Whole answer' : 'Until then', duration(run.totalMs)));
  if (run.finish) items.push(fact('Finish', FINISHES[run.finish] ?? run.finish));
  facts.replaceChildren(...items);
}

function cell(text) {
  return element('td', '', element('code', '', text));
}

function row(number, before, entry) {
  const head = element('th', 'r', String(number));
  head.scope = 'row';
  const proposed = entry.proposed ? cell(visible(entry.proposed.text ?? '')) : element('td');
  const entropy = element('td', 'r', entry.entropy == null ? '' : nats(entry.entropy));
  return element('tr', '', head, cell(before), proposed, cell(visible(entry.text ?? '')), entropy);
}

/** Most rows of the table; an answer that the large model wrote alone would fill pages. */
const MOST_ROWS = 100;

/** Fills the table body `rows` with the tokens of `run` that the large model wrote. */
export function fillLargeRows(rows, run) {
  const list = [];
  let text = '';
  for (const piece of run.pieces) {
    piece.entries.forEach((entry, i) => {
      const large = entry.writer != null && entry.writer === run.target.large;
      if (large && list.length < MOST_ROWS) list.push(row(piece.first + i, text.slice(-14), entry));
    });
    text += piece.text;
  }
  rows.replaceChildren(...list);
  return list.length;
}
