// The card that floats beside a token: who wrote it, how sure the models were, what was proposed and not taken.

import { element } from './dom.js';
import { nats, probability, visible } from './format.js';

function fact(list, name, ...value) {
  list.append(element('dt', '', name), element('dd', '', ...value));
}

function writerMark(run, id) {
  return element('span', `writer ${id === run.target.large ? 'large' : 'small'}`, id);
}

function title(run, piece) {
  const { length } = piece.entries;
  const code = element('code', run.isLarge(piece) ? 'tk large' : '', piece.text === '' ? 'end' : visible(piece.text));
  const where = length === 1 ? `token ${piece.first}` : `tokens ${piece.first} to ${piece.first + length - 1}, one character`;
  return element('div', 'what', code, element('small', '', `${where} of ${run.tokens}`));
}

function proposal(run, entry) {
  const { proposed } = entry;
  const role = proposed.writer === run.target.large ? 'Large' : 'Small';
  const same = proposed.id === entry.id;
  return [`${role} proposed`, element('code', same ? '' : 'was', visible(proposed.text ?? '')), same ? ' the same' : ' not taken'];
}

function entropyText(run, value) {
  return run.threshold == null ? `${nats(value)} nats` : `${nats(value)} nats, threshold ${Number(run.threshold.toPrecision(3))}`;
}

function facts(run, entry) {
  const list = element('dl', 'facts');
  if (entry.writer != null) fact(list, 'Written by', writerMark(run, entry.writer));
  if (entry.proposed) fact(list, ...proposal(run, entry));
  if (entry.entropy != null) fact(list, 'Entropy', entropyText(run, entry.entropy));
  if (entry.logprob != null) {
    fact(list, 'Writer was sure', probability(entry.logprob));
    fact(list, 'Log-probability', entry.logprob.toFixed(4));
  }
  if (entry.id != null) fact(list, 'Token id', String(entry.id));
  return list;
}

/** Fills `card` with what is known of a piece of `run`. */
export function fillCard(card, run, piece) {
  card.replaceChildren(title(run, piece), ...piece.entries.map(entry => facts(run, entry)));
}

/** Places `card` under `token`, inside `box`. */
export function placeCard(card, box, token) {
  const frame = box.getBoundingClientRect();
  const at = token.getClientRects()[0] ?? token.getBoundingClientRect();
  const left = Math.max(0, Math.min(at.left - frame.left - 24, frame.width - card.offsetWidth));
  card.style.left = `${left}px`;
  card.style.top = `${at.bottom - frame.top + 8}px`;
}
