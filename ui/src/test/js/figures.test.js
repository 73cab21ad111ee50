import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { curlOf } from '../../main/resources/console/assets/js/curl.js';
import { expectedAt } from '../../main/resources/console/assets/js/expectation.js';
import { duration, nats, percent, plain, probability, shortTitle, visible } from '../../main/resources/console/assets/js/format.js';
import { positionOf, scaleOf } from '../../main/resources/console/assets/js/threshold-scale.js';

test('figures keep the digits that matter', () => {
  assert.deepEqual([2.3149, 0.0558, 0.0003].map(nats), ['2.31', '0.056', '0.0003']);
  assert.equal(percent(5 / 81), '6.2 %');
  assert.deepEqual([2.2, 151, 3721, 12345].map(duration), ['2.2 ms', '151 ms', '3.72 s', '12.3 s']);
});

test('an option is never written with an exponent', () => {
  assert.deepEqual([1e-7, 0.45, 3, 'entropy', true].map(plain), ['0.0000001', '0.45', '3', 'entropy', 'true']);
});

test('a probability never claims certainty', () => {
  assert.equal(probability(0), 'over 99.99 %');
  assert.equal(probability(-0.0009), '99.91 %');
  assert.equal(probability(-2.017), '13.3 %');
  assert.equal(probability(-30), 'under 0.001 %');
});

test('white space of a single token can be seen', () => {
  assert.deepEqual(['\n', ' ', ' the', 'a b'].map(visible), ['⏎', '␣', '␣the', 'a b']);
});

test('a long question is shortened to a title', () => {
  assert.equal(shortTitle('  Two\n words '), 'Two words');
  assert.equal(shortTitle('x'.repeat(80)).length, 32);
});

test('the slider comes back to the value it was set to', () => {
  const scale = scaleOf({ algorithm: 'uncertainty', metric: 'entropy' });
  for (const value of [0.003, 0.02, 0.2, 0.45, 2.5]) {
    const again = scale.toValue(positionOf(scale, value));
    assert.ok(Math.abs(again / value - 1) < 0.03, `${value} became ${again}`);
  }
  assert.equal(positionOf(scale, 20), 1000);
  assert.equal(positionOf(scale, 0), 0);
});

test('a share goes from none to all', () => {
  const scale = scaleOf({ algorithm: 'random' });
  assert.deepEqual([0, 100, 1000].map(scale.toValue), [0, 0.1, 1]);
  assert.equal(scale.show(0.1), '10');
});

test('a metric without a known range has no slider', () => {
  assert.equal(scaleOf({ algorithm: 'uncertainty', metric: 'margin' }), null);
  assert.equal(scaleOf({ algorithm: 'uncertainty', metric: 'entropy', normalised: true }), null);
  assert.equal(scaleOf({ algorithm: 'momentum', metric: 'entropy' }), null);
});

test('nothing is expected outside what was measured', () => {
  const points = [
    { threshold: 0.01, largeShare: 0.1, accuracy: 0.98 },
    { threshold: 1, largeShare: 0.02, accuracy: 0.8 },
  ];
  assert.equal(expectedAt(points, 0.009), null);
  assert.equal(expectedAt(points, 1.1), null);
  assert.deepEqual(expectedAt(points, 0.01), { largeShare: 0.1, accuracy: 0.98 });
  const middle = expectedAt(points, 0.1);
  assert.ok(Math.abs(middle.largeShare - 0.06) < 1e-12 && Math.abs(middle.accuracy - 0.89) < 1e-12);
});

test('a curl command gives the shell the very request', () => {
  const body = { model: 'demo', messages: [{ role: 'user', content: `it's "$HOME" \\ \`id\`\n日本` }] };
  const command = curlOf('http://localhost:8080', body).replace(/^curl/, `printf '%s\\0'`);
  const args = execFileSync('/bin/sh', ['-c', command], { encoding: 'utf8' }).split('\0');
  assert.equal(args[1], 'http://localhost:8080/v1/chat/completions');
  assert.deepEqual(JSON.parse(args[args.indexOf('-d') + 1]), body);
});
