import assert from 'node:assert/strict';
import { test } from 'node:test';

import { cells, comparison } from '../../main/resources/console/assets/js/version-figures.js';

const outcome = { answers: 1200, tokens: 60000, large_share: 0.0412, switches_per_answer: 3.25 };
const seen = {
  positions: 100,
  points: [
    { threshold: 0.01, large_share: 0.2 },
    { threshold: 0.1, large_share: 0.1 },
    { threshold: 1, large_share: 0.02 },
  ],
};
const quality = {
  problems: 500,
  smallAccuracy: 0.3,
  largeAccuracy: 0.9,
  points: [
    { threshold: 0.1, largeShare: 0.04, accuracy: 0.85 },
    { threshold: 1, largeShare: 0.01, accuracy: 0.5 },
  ],
};

test('a version that decided nothing has no figures, not zeros', () => {
  assert.deepEqual(cells(undefined), { answers: 'none', tokens: '', share: '' });
  assert.equal(cells({ ...outcome, large_share: null }).share, '–');
});

test('what came stands beside what was expected', () => {
  const versions = [
    { algorithm: 'uncertainty', options: { enter: 0.1 } },
    { algorithm: 'momentum', options: {} },
  ];
  const rows = Object.fromEntries(comparison(versions, [outcome, undefined], { seen, quality, vocabulary: 512 }, [4420.4, null]));
  assert.deepEqual(rows.Answers, ['1,200', '–']);
  assert.deepEqual(rows['Tokens an answer'], ['50.0', '–']);
  assert.deepEqual(rows['Large share'], ['4.1 %', '–']);
  assert.deepEqual(rows['Expected share'], ['10.0 %', '–']);
  assert.deepEqual(rows['Expected accuracy'], ['85.0 %', '–']);
  assert.deepEqual(rows['Tokens/s at 8 running'], ['4,420', '–']);
  assert.deepEqual(rows['Switches an answer'], ['3.3', '–']);
});

test('what nobody knows of both versions has no row, and no share where nothing was seen', () => {
  const entropy = { algorithm: 'uncertainty', options: {} };
  const rows = Object.fromEntries(comparison([entropy, { algorithm: 'fixed', options: {} }], [outcome, outcome], { seen: null, quality: null, vocabulary: 0 }));
  assert.deepEqual(rows['Expected share'], ['–', '100.0 %']);
  assert.deepEqual(Object.keys(rows), ['Answers', 'Tokens an answer', 'Large share', 'Expected share', 'Switches an answer']);
});
