import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectation, expectedAt, sourceOf } from '../../main/resources/console/assets/js/expectation.js';

const SEEN = { positions: 2036, points: [{ threshold: 0, large_share: 1 }, { threshold: 0.45, large_share: 0.165 }, { threshold: 20, large_share: 0 }] };
const QUALITY = {
  problems: 500,
  smallAccuracy: 0.29,
  largeAccuracy: 0.974,
  points: [
    { threshold: 0.1712, largeShare: 0.041, accuracy: 0.974 },
    { threshold: 0.45, largeShare: 0.032, accuracy: 0.96 },
    { threshold: 0.9, largeShare: 0.02, accuracy: 0.8 },
  ],
};
const ENTROPY = { algorithm: 'uncertainty', options: { enter: 0.45 } };
const known = (seen, quality) => ({ seen, quality, vocabulary: 512 });

test('the share is that of what was asked lately, the accuracy that at the same threshold', () => {
  const expected = expectation(ENTROPY, known(SEEN, QUALITY));
  assert.deepEqual(expected, { largeShare: 0.165, from: 'seen', accuracy: 0.96 });
  assert.equal(
    sourceOf(expected, known(SEEN, QUALITY)),
    'Share: from the 2,036 positions that were seen last, whatever was asked. Accuracy: measured once, on 500 problems of this pair’s task.',
  );
});

test('before anything was asked the share is that of the measured problems', () => {
  const expected = expectation(ENTROPY, known(null, QUALITY));
  assert.deepEqual(expected, { largeShare: 0.032, from: 'measured', accuracy: 0.96 });
  assert.match(sourceOf(expected, known(null, QUALITY)), /^Share: on 500 problems of this pair’s task; none of its requests/);
});

test('what was not measured of a policy is not told of it', () => {
  const coin = expectation({ algorithm: 'random', options: { p: 0.041 } }, known(SEEN, QUALITY));
  assert.deepEqual(coin, { largeShare: 0.041, from: 'rule', accuracy: null });
  const fixed = expectation({ algorithm: 'fixed', options: { role: 'small' } }, known(SEEN, QUALITY));
  assert.deepEqual(fixed, { largeShare: 0, from: 'rule', accuracy: 0.29 });
  const none = { largeShare: null, from: null, accuracy: null };
  assert.deepEqual(expectation({ algorithm: 'fuse', options: { tau: 0.45 } }, known(SEEN, QUALITY)), none);
  assert.deepEqual(expectation(ENTROPY, known(null, null)), none);
  assert.equal(sourceOf(none, known(null, null)), '');
  assert.equal(expectation({ algorithm: 'uncertainty', options: { enter: 5 } }, known(SEEN, QUALITY)).accuracy, null);
});

test('between two measured thresholds the logarithm decides', () => {
  const middle = Math.sqrt(0.45 * 0.9);
  assert.ok(Math.abs(expectedAt(QUALITY.points, middle).accuracy - 0.88) < 1e-12);
});
