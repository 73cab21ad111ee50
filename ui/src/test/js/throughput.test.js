import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { append, camel, figures, gaps, heldBars, heldText, measured, step, summary } from '../../main/resources/console/assets/js/throughput-text.js';

const VENDOR = new URL('../../main/resources/console/assets/vendor/uplot/', import.meta.url);

test('uPlot is the file that its note names', () => {
  const note = readFileSync(new URL('README.txt', VENDOR), 'utf8');
  for (const [, hash, file] of note.matchAll(/^([0-9a-f]{64}) {2}(\S+)/gm)) {
    assert.equal(createHash('sha256').update(readFileSync(new URL(file, VENDOR))).digest('hex'), hash, file);
  }
  assert.equal(note.match(/^[0-9a-f]{64}/gm).length, 3);
});

test('names become those of scripts, ids of models stay', () => {
  const answer = {
    memory_since: null,
    at: [1],
    targets: [{ target: 'a_b', series: { tokens_per_second: { my_model: [1] }, first_token_millis: { p50: [2] } }, totals: { tokens: { my_model: 7 } } }],
    models: [{ model: 'my_model', series: { tokens_per_second: [3] } }],
  };
  assert.deepEqual(camel(answer), {
    memorySince: null,
    at: [1],
    targets: [{ target: 'a_b', series: { tokensPerSecond: { my_model: [1] }, firstTokenMillis: { p50: [2] } }, totals: { tokens: { my_model: 7 } } }],
    models: [{ model: 'my_model', series: { tokensPerSecond: [3] } }],
  });
});

test('a gap is told only between figures', () => {
  assert.deepEqual(gaps([0, 10, 20, 30, 40, 50], [null, 1, null, null, 0, null], 10), [[20, 40]]);
  assert.deepEqual(gaps([0, 10], [0, 0], 10), []);
});

const answer = (at, values, model = 'm') => ({
  at,
  stored: true,
  models: [{ model, series: { tokensPerSecond: values, nested: { p50: values } } }],
  targets: [],
});

test('newer points are appended once and old ones leave', () => {
  const shown = append(answer([0, 10, 20], [1, 2, 3]), answer([10, 20, 30, 40], [9, 9, null, 4]), 40);
  assert.deepEqual(shown.at, [10, 20, 30, 40]);
  assert.deepEqual(shown.models[0].series.tokensPerSecond, [2, 3, null, 4]);
  assert.deepEqual(shown.models[0].series.nested.p50, [2, 3, null, 4]);
  assert.equal(append(shown, answer([30, 40], [7, 7]), 40), shown);
});

test('the point that is being measured is taken when it is', () => {
  const loaded = answer([0, 10, 20], [1, 2, null]);
  assert.equal(measured(loaded), 2);
  const shown = append(loaded, answer([10, 20, 30], [2, 3, null]), 3600);
  assert.deepEqual([shown.at, shown.models[0].series.tokensPerSecond], [[0, 10, 20], [1, 2, 3]]);
  assert.equal(measured(answer([0, 10], [null, null])), 0);
});

test('a model that comes or goes leaves a gap', () => {
  const shown = append(answer([0, 10], [1, 2], 'old'), answer([10, 20], [5, 6], 'new'), 3600);
  assert.deepEqual(shown.models.map(({ model, series }) => [model, series.tokensPerSecond]), [
    ['old', [1, 2, null]],
    ['new', [null, null, 6]],
  ]);
});

test('times that steps were held are octaves, and shares of all', () => {
  const bars = heldBars([80, 0, 10, ...new Array(9).fill(0), 10]);
  assert.equal(bars.length, 12);
  assert.deepEqual([bars[0].share, bars[2].share, bars[11].share], [0.8, 0.1, 0.1]);
  assert.equal(bars[2].title, 'below 0.4 ms');
  assert.equal(heldText({ heldMillis: 0.5, heldByOctave: [84, 16] }), 'Held: 0.5 ms mean, 84 of 100 steps none');
  assert.equal(heldText({ heldMillis: null, heldByOctave: [] }), 'No step in this time');
  assert.deepEqual(heldBars([]).map(bar => bar.share), new Array(12).fill(0));
});

test('what was not measured is no figure', () => {
  const totals = { steps: 0, rowsPerStep: null, stepMillisP50: null, heldMillis: null, busy: null, catchUpTokens: 0, discardedTokens: 0 };
  assert.deepEqual(figures({ totals }, 0, 0, 0), ['0', '–', '–', '0', '–', '–', '–', '–', '0', 'none']);
  assert.equal(summary('p50', [null, null], String), 'p50: nothing measured');
  assert.equal(summary('p50', [3, null, 1, 2], String), 'p50: 2 at last, 1 to 3');
});

test('steps have round names', () => {
  assert.deepEqual([10, 300, 7200].map(step), ['10 s', '5 min', '2 h']);
});
