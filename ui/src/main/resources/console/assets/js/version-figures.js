// What came of two versions of a policy, side by side, beside what was expected of them. Pure.

import { expectation } from './expectation.js';
import { count, percent, rate } from './format.js';
import { REQUESTS } from './speed-forecast.js';

const UNKNOWN = '–';

/** Answers, tokens and share of a version as a table shows them; a version that decided nothing has none. */
export function cells(outcome) {
  if (!outcome) return { answers: 'none', tokens: '', share: '' };
  return {
    answers: count(outcome.answers),
    tokens: count(outcome.tokens),
    share: outcome.large_share === null ? UNKNOWN : percent(outcome.large_share),
  };
}

/**
 * Rows of the comparison: name and two texts.
 *
 * @param {object[]} versions both, with algorithm and options
 * @param {object[]} outcomes of the same, undefined where nothing is known
 * @param {{ seen: object | null, quality: object | null, vocabulary: number }} known of the pair
 * @param {(number | null)[]} speeds that are forecast for both
 */
export function comparison(versions, outcomes, known, speeds = [null, null]) {
  const came = f => outcomes.map(one => (one ? f(one) : UNKNOWN));
  const expected = versions.map(version => expectation(version, known));
  const text = (value, show) => (value === null ? UNKNOWN : show(value));
  const accuracies = expected.map(one => text(one.accuracy, percent));
  const rates = speeds.map(speed => text(speed, rate));
  const isTold = texts => texts.some(one => one !== UNKNOWN);
  return [
    ['Answers', came(one => count(one.answers))],
    ['Tokens an answer', came(one => (one.tokens / one.answers).toFixed(1))],
    ['Large share', came(one => cells(one).share)],
    ['Expected share', expected.map(one => text(one.largeShare, percent))],
    ...(isTold(accuracies) ? [['Expected accuracy', accuracies]] : []),
    ...(isTold(rates) ? [[`Tokens/s at ${REQUESTS} running`, rates]] : []),
    ['Switches an answer', came(one => one.switches_per_answer.toFixed(1))],
  ];
}
