import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bodyOf, conflictOf } from '../../main/resources/console/assets/js/batching-settings.js';
import { bins, change, held, known, notes, stepTimes } from '../../main/resources/console/assets/js/batching-text.js';
import { logScale, logTicks, placeOf, requestsAt } from '../../main/resources/console/assets/js/log-scale.js';

test('a change has a sign unless it rounds to nothing', () => {
  assert.deepEqual([0.021, -0.541, 0.0004, -0.0004].map(change), ['+2.1 %', '−54.1 %', '0.0 %', '0.0 %']);
});

test('what is not known is no figure', () => {
  const empty = {
    requests: 0, largeShare: null, measuredTokensPerSecond: null, predictedTokensPerSecond: null,
    greedyTokensPerSecond: null, p99GapMillis: null, greedyP99GapMillis: null,
  };
  assert.equal(known(null, String), '–');
  assert.equal(known(0, String), '0');
  assert.deepEqual(Object.values(notes(empty)).filter(note => /\d %|NaN|Infinity/.test(note)), []);
});

test('notes compare what was predicted with what was measured and with not waiting', () => {
  const now = {
    requests: 16, largeShare: 0.2, measuredTokensPerSecond: 1064, predictedTokensPerSecond: 1065,
    greedyTokensPerSecond: 1043, p99GapMillis: 63.8, greedyP99GapMillis: 53.7,
  };
  assert.deepEqual(notes(now), {
    measured: 'mean of the last 10 s',
    predicted: '0.1 % off',
    greedy: 'so waiting gains 2.1 %',
    p99: '53.7 ms without waiting',
    requests: '20.0 % by the large model',
  });
});

test('bins of rows double from the third on', () => {
  assert.deepEqual(bins([1, 0, 2, 1]).map(bin => [bin.label, bin.share]), [['1', 0.25], ['2', 0], ['3–4', 0.5], ['5–8', 0.25]]);
  assert.deepEqual(bins([]), []);
  assert.equal(bins([0])[0].share, 0);
});

test('a step says its shortest and its longest time', () => {
  assert.equal(stepTimes([], []), 'not measured yet');
  assert.equal(stepTimes([{ rows: 1, millis: 6.3 }, { rows: 8, millis: 6.5 }, { rows: 64, millis: 112.4 }], [3, 0, 0, 1, 0, 0, 5]), '6.30 ms for 1, 112 ms for 64');
  assert.equal(stepTimes([{ rows: 1, millis: 6.3 }, { rows: 64, millis: 112.4 }], [3, 1]), '6.30 ms for 1, 112 ms for 64 expected');
  assert.equal(stepTimes([{ rows: 1, millis: 6.3 }], [3]), '6.30 ms for 1');
  assert.equal(held({ meanHeldMillis: 0 }), 'never while its device was free');
  assert.equal(held({ meanHeldMillis: 1.44 }), '1.4 ms a step on average');
});

test('a logarithmic axis puts equal factors at equal distances', () => {
  const x = logScale(1, 100, 0, 200);
  assert.deepEqual([1, 10, 100].map(v => Math.round(x(v))), [0, 100, 200]);
  assert.deepEqual(logTicks(40, 1200), [50, 100, 200, 500, 1000]);
});

test('the slider for requests reaches every power of two and comes back to where it was', () => {
  assert.deepEqual([0, 10, 20, 30, 40, 50, 60, 70].map(requestsAt), [1, 2, 4, 8, 16, 32, 64, 128]);
  for (const requests of [1, 2, 3, 16, 100, 128]) {
    assert.ok(Math.abs(requestsAt(placeOf(requests)) / requests - 1) < 0.05);
  }
  assert.equal(placeOf(5000), 70);
});

test('a request nests fields by model and leaves out what is empty', () => {
  const values = { 'small.rows': 2, 'small.max_wait_ms': null, 'large.rows': 8, 'large.max_wait_ms': 2.5 };
  assert.deepEqual(bodyOf('minimum-batch', values), {
    mode: 'pinned', policy: 'minimum-batch', small: { rows: 2 }, large: { rows: 8, max_wait_ms: 2.5 },
  });
  assert.deepEqual(bodyOf('greedy', {}), { mode: 'pinned', policy: 'greedy' });
});

test('two minimum batches conflict where both can be missed at once', () => {
  const values = { 'small.rows': 8, 'small.max_wait_ms': null, 'large.rows': 12, 'large.max_wait_ms': null };
  const conflict = conflictOf(values, 16);
  assert.deepEqual([conflict.small, conflict.large], [{ waiting: 7, wanted: 8 }, { waiting: 9, wanted: 12 }]);
  assert.match(conflict.text, /7 can wait for the small model and 9 for the large one.*Safe from 19/);
  assert.match(conflictOf(values, 1).text, /With 1 running, 1 can wait for the small model and 0 for the large one/);
  assert.equal(conflictOf(values, 19), null);
  assert.equal(conflictOf({ ...values, 'large.max_wait_ms': 5 }, 16), null);
});
