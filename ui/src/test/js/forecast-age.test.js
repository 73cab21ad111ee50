import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ForecastAge } from '../../main/resources/console/assets/js/forecast-age.js';

const taking = (...millis) => [{ stepMillis: millis.map(one => ({ rows: 1, millis: one })) }];

test('a forecast is asked for again when steps take another time', () => {
  const age = new ForecastAge();
  assert.equal(age.isOutdated(taking(1.6), 0), true, 'the first times');
  assert.equal(age.isOutdated(taking(1.6), 60_000), false, 'the same times');
  assert.equal(age.isOutdated(taking(1.603), 60_001), false, 'a difference that nobody sees');
  assert.equal(age.isOutdated(taking(1.8), 60_002), true);
  assert.equal(age.isOutdated(taking(1.8, 5.6), 70_000), true, 'a number of rows that had not been measured');
});

test('times that move all the time are followed once in five seconds', () => {
  const age = new ForecastAge();
  assert.equal(age.isOutdated(taking(1), 0), true);
  assert.equal(age.isOutdated(taking(2), 4999), false);
  assert.equal(age.isOutdated(taking(2), 5000), true, 'what was not followed then is followed now');
});
