// What came of two versions of a policy, side by side, beside what was expected of them. Pure.

import { count, percent } from './format.js';
import { expectedShare } from './policy-share.js';

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
 * @param {object[]} points what was seen of the small model
 * @param {number} vocabulary of the pair
 */
export function comparison(versions, outcomes, points, vocabulary) {
  const known = f => outcomes.map(one => (one ? f(one) : UNKNOWN));
  const expected = versions.map(version => (points.length > 0 ? expectedShare(points, version, vocabulary) : null));
  return [
    ['Answers', known(one => count(one.answers))],
    ['Tokens an answer', known(one => (one.tokens / one.answers).toFixed(1))],
    ['Large share', known(one => cells(one).share)],
    ['Expected share', expected.map(share => (share === null ? UNKNOWN : percent(share)))],
    ['Switches an answer', known(one => one.switches_per_answer.toFixed(1))],
  ];
}
