import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectation } from '../../main/resources/console/assets/js/expectation.js';
import { shareAt, thresholdFor } from '../../main/resources/console/assets/js/policy-share.js';

const POINTS = [
  { threshold: 0, large_share: 1 },
  { threshold: 0.01, large_share: 0.2 },
  { threshold: 1, large_share: 0.04 },
  { threshold: 20, large_share: 0 },
];

test('a share lies between its neighbours, by the logarithm of the threshold', () => {
  assert.equal(shareAt(POINTS, 0), 1);
  assert.equal(shareAt(POINTS, 1), 0.04);
  assert.ok(Math.abs(shareAt(POINTS, 0.1) - 0.12) < 1e-12);
  assert.equal(shareAt(POINTS, 21), 0);
  assert.equal(shareAt([], 1), null);
});

test('a threshold for a share keeps to it', () => {
  assert.equal(thresholdFor(POINTS, 0.05), 1);
  assert.equal(thresholdFor(POINTS, 0.04), 1);
  assert.equal(thresholdFor(POINTS, 0), 20);
  assert.equal(thresholdFor([], 0.1), null);
});

test('only what entropies can tell is told', () => {
  const known = { seen: { positions: 100, points: POINTS }, quality: null, vocabulary: 512 };
  const share = (algorithm, options) => expectation({ algorithm, options }, known).largeShare;
  assert.equal(share('uncertainty', { enter: 1 }), 0.04);
  assert.equal(share('uncertainty', { enter: 1, exit: 1 }), 0.04);
  assert.ok(Math.abs(share('uncertainty', { enter: 1 / Math.log(512), normalised: true }) - 0.04) < 1e-9);
  assert.equal(share('fixed', {}), 1);
  assert.equal(share('fixed', { role: 'small' }), 0);
  assert.equal(share('random', { p: 0.3 }), 0.3);
  for (const options of [{ metric: 'top1' }, { window: 3 }, { mode: 'switch' }, { minStay: 2 }, { enter: 1, exit: 0.5 }]) {
    assert.equal(share('uncertainty', options), null);
  }
  assert.equal(share('momentum', {}), null);
});
