import assert from 'node:assert/strict';
import { test } from 'node:test';
import { courses, fullest, rates, shares, slowestFirst, spark, speeds } from '../../main/resources/console/assets/js/overview-figures.js';

const model = (name, writtenTokens, steps = 0, busySeconds = 0) => ({ model: name, writtenTokens, steps, busySeconds, usedBlocks: 1, totalBlocks: 4 });
const pair = (name, smallTokens, largeTokens) => ({ pair: name, smallTokens, largeTokens });
const moment = (atMillis, models, pairs = []) => ({ atMillis, models, pairs });

test('a rate is what came over the time that passed', () => {
  const found = rates(
    moment(1000, [model('s', 10, 4, 1), model('l', 5, 2, 1)], [pair('p', 10, 5)]),
    moment(3000, [model('s', 50, 14, 1.05), model('l', 9, 2, 1)], [pair('p', 50, 9)]),
  );
  assert.equal(found.models.s.speed, 20);
  assert.ok(Math.abs(found.models.s.stepMillis - 5) < 1e-9);
  assert.equal(found.models.l.stepMillis, null);
  assert.deepEqual(found.pairs.p, { small: 20, large: 2 });
  assert.deepEqual(speeds(found, { s: 'small', l: 'large' }), { all: 22, small: 20, large: 2 });
  assert.deepEqual(speeds(found, { s: 'alone', l: 'large' }), { all: 22, small: 0, large: 2 });
});

test('nothing has a rate before the second moment, nor what came meanwhile or counts anew', () => {
  const first = moment(0, [model('s', 10)], [pair('p', 1, 1)]);
  assert.deepEqual(rates(null, first), { models: {}, pairs: {} });
  assert.deepEqual(rates(first, first), { models: {}, pairs: {} });
  assert.deepEqual(rates(first, moment(1000, [model('s', 3), model('new', 4)], [pair('new', 1, 1)])), { models: {}, pairs: {} });
  assert.equal(speeds({ models: {}, pairs: {} }, {}), null);
});

test('the fullest cache is told, and none where no model is loaded', () => {
  assert.deepEqual(fullest(moment(0, [model('s', 0), { ...model('l', 0), usedBlocks: 3 }])), { id: 'l', share: 0.75 });
  assert.equal(fullest(moment(0, [])), null);
});

const target = (name, large, tokens, p95, rates, running) => ({
  target: name,
  large,
  totals: { tokens, firstTokenMillis: { p95 } },
  series: { tokensPerSecond: rates, running, firstTokenMillis: { p95: [p95, null, null] } },
});
const shown = {
  at: [0, 10, 20],
  models: [
    { model: 's', series: { tokensPerSecond: [80, 0, null], kvUsage: [0.1, 0.2, null] } },
    { model: 'l', series: { tokensPerSecond: [20, 0, null], kvUsage: [0.3, 0.1, null] } },
  ],
  targets: [
    target('p', 'l', { s: 80, l: 20 }, 50, { s: [80, 0, null], l: [20, 0, null] }, [2, 0, null]),
    target('idle', 'l', {}, null, { s: [0, 0, null], l: [0, 0, null] }, [0, 0, null]),
    target('s', null, { s: 900 }, 70, { s: [90, 0, null] }, [1, 0, null]),
  ],
};

test('the share is that of pairs that wrote; a model alone has none', () => {
  assert.deepEqual(shares(shown), { all: 0.2, pairs: [{ id: 'p', share: 0.2 }] });
  assert.equal(shares({ targets: [shown.targets[1]] }), null);
  assert.deepEqual(slowestFirst(shown), { id: 's', millis: 70 });
  assert.equal(slowestFirst({ targets: [shown.targets[1]] }), null);
});

test('courses add up what belongs together and keep gaps', () => {
  assert.deepEqual(courses(shown), {
    written: [100, 0, null],
    share: [0.2, null, null],
    requests: [3, 0, null],
    first: [70, null, null],
    kv: [0.3, 0.2, null],
  });
});

test('a line stands on zero and is cut by gaps', () => {
  assert.deepEqual(spark([1, 2, null, 2, null]), {
    line: 'M0.0 15.5L25.0 4.0M75.0 4.0h.6',
    area: 'M0.0 28L0.0 15.5L25.0 4.0L25.0 28ZM75.0 28L75.0 4.0L75.0 28Z',
  });
  assert.deepEqual(spark([]), { line: '', area: '' });
  assert.equal(spark([0, 0]).line, 'M0.0 27.0L100.0 27.0');
});
