import assert from 'node:assert/strict';
import { test } from 'node:test';

import { forecastShare } from '../../main/resources/console/assets/js/speed-forecast.js';

test('a speed is forecast for policies that replace single tokens, and for no others', () => {
  const share = (algorithm, options, value = 0.04119) => forecastShare({ algorithm, options }, value, 512);
  assert.equal(share('uncertainty', {}), 0.041);
  assert.equal(share('uncertainty', {}, null), null);
  assert.equal(share('uncertainty', { mode: 'switch' }), null);
  assert.equal(share('fixed', {}, 1), null);
  assert.equal(forecastShare(null, 0.1, 512), null);
});
