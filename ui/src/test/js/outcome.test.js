import assert from 'node:assert/strict';
import { test } from 'node:test';

import { basis, replayed } from '../../main/resources/console/assets/js/outcome.js';

const estimate = (value, low, high) => ({ value, low, high });

test('a threshold says on how much it rests', () => {
  assert.equal(
    basis({ requests: 1200, tokens: 54321, share: estimate(0.15, 0.141, 0.16), recall: null }),
    'On record: large share 15.0 % (14.1 % to 16.0 %), of 54,321 tokens of 1,200 requests.',
  );
});

test('a recall is told before the share that it takes', () => {
  assert.equal(
    basis({ requests: 2, tokens: 90, share: estimate(0.1, 0, 1), recall: estimate(0.95, 0.9, 1) }),
    'On record: recall 95.0 % (90.0 % to 100.0 %), large share 10.0 % (0.0 % to 100.0 %), of 90 tokens of 2 requests.',
  );
});

test('problems that were replayed tell who was right, and what held on the others', () => {
  const figures = (requests, accuracy) => ({
    requests,
    tokens: 900,
    share: estimate(0.03, 0.02, 0.04),
    recall: null,
    accuracy,
    large_accuracy: estimate(0.975, 0.9, 1),
  });
  assert.equal(
    replayed({ predicted: figures(40, estimate(0.95, 0.85, 1)), measured: figures(38, null) }),
    'On 40 problems: accuracy 95.0 % (85.0 % to 100.0 %), of the large model alone 97.5 %, large share 3.0 % (2.0 % to 4.0 %).' +
      ' On 38 others: of the large model alone 97.5 %, large share 3.0 % (2.0 % to 4.0 %).',
  );
  assert.doesNotMatch(replayed({ predicted: figures(1, null), measured: null }), /others/);
});
