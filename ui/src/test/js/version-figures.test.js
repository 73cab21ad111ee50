import assert from 'node:assert/strict';
import { test } from 'node:test';

import { cells, comparison } from '../../main/resources/console/assets/js/version-figures.js';

const outcome = { answers: 1200, tokens: 60000, large_share: 0.0412, switches_per_answer: 3.25 };
const points = [
  { threshold: 0.01, large_share: 0.2 },
  { threshold: 0.1, large_share: 0.1 },
  { threshold: 1, large_share: 0.02 },
];

test('a version that decided nothing has no figures, not zeros', () => {
  assert.deepEqual(cells(undefined), { answers: 'none', tokens: '', share: '' });
  assert.equal(cells({ ...outcome, large_share: null }).share, '–');
});

test('what came stands beside what was expected', () => {
  const versions = [
    { algorithm: 'uncertainty', options: { enter: 0.1 } },
    { algorithm: 'momentum', options: {} },
  ];
  const rows = Object.fromEntries(comparison(versions, [outcome, undefined], points, 512));
  assert.deepEqual(rows.Answers, ['1,200', '–']);
  assert.deepEqual(rows['Tokens an answer'], ['50.0', '–']);
  assert.deepEqual(rows['Large share'], ['4.1 %', '–']);
  assert.deepEqual(rows['Expected share'], ['10.0 %', '–']);
  assert.deepEqual(rows['Switches an answer'], ['3.3', '–']);
});

test('without anything seen nothing is expected', () => {
  const fixed = { algorithm: 'fixed', options: {} };
  const rows = Object.fromEntries(comparison([fixed, fixed], [outcome, outcome], [], 0));
  assert.deepEqual(rows['Expected share'], ['–', '–']);
});
