import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Run } from '../../main/resources/console/assets/js/run.js';

const TARGET = { id: 'demo', small: 's', large: 'l' };
const token = (text, writer, more = {}) => ({ id: 1, text, bytes: [...new TextEncoder().encode(text)], writer, ...more });
const chunk = (trace, finish = null, more = {}) => ({ choices: [{ index: 0, delta: {}, finish_reason: finish, trace }], ...more });
const newRun = () => new Run('title', TARGET, { messages: [{ role: 'user', content: 'why?' }] }, 0.2);

test('counts tokens by writer and knows when they came', () => {
  const run = newRun();
  run.take(chunk([token('a', 's')]), 12);
  run.take(chunk([token('b', 'l'), token('c', 's')]), 20);
  assert.equal(run.running, true);
  run.take(chunk([token('', 's')], 'stop', { routing: { switches: 2 } }), 31);
  run.take({ choices: [], usage: { prompt_tokens: 9 } }, 32);
  assert.deepEqual([run.tokens, run.largeTokens, run.firstTokenMs, run.totalMs, run.finish], [4, 1, 12, 31, 'stop']);
  assert.deepEqual([run.routing.switches, run.promptTokens, run.question], [2, 9, 'why?']);
});

test('the last piece without text is the end token', () => {
  const run = newRun();
  run.take(chunk([token('a', 's')]), 1);
  run.take(chunk([token('', 's')], 'stop'), 2);
  assert.deepEqual(run.pieces.map(piece => run.isEnd(piece)), [false, true]);
});

test('a character of both models is marked as large and keeps its place in the count', () => {
  const run = newRun();
  const [a, b, c] = new TextEncoder().encode('日');
  const part = (byte, writer) => ({ id: 2, text: '\uFFFD', bytes: [byte], writer });
  assert.deepEqual(run.take(chunk([token('x', 's'), part(a, 's'), part(b, 's')]), 1).length, 1);
  const [piece] = run.take(chunk([part(c, 'l')]), 2);
  assert.equal(piece.text, '日');
  assert.equal(piece.first, 2);
  assert.equal(run.isLarge(piece), true);
});

test('stopping in the middle of a character shows what is held back', () => {
  const run = newRun();
  run.take(chunk([{ id: 2, text: '\uFFFD', bytes: [0xe6], writer: 's' }]), 1);
  assert.deepEqual(run.end('stopped', 5).map(piece => piece.text), ['\uFFFD']);
  assert.deepEqual(run.end('failed', 6), []);
  assert.deepEqual([run.finish, run.totalMs], ['stopped', 5]);
});

test('an answer without a trace is shown by its text', () => {
  const run = newRun();
  run.take({ choices: [{ delta: { role: 'assistant', content: '' }, finish_reason: null }] }, 1);
  run.take({ choices: [{ delta: { content: 'Hello' }, finish_reason: null }] }, 2);
  assert.deepEqual(run.pieces.map(piece => piece.text), ['Hello']);
  assert.equal(run.isLarge(run.pieces[0]), false);
});

test('survives being stored', () => {
  const run = newRun();
  run.take(chunk([token('a', 'l')], 'length'), 3);
  const again = Run.from(JSON.parse(JSON.stringify(run)));
  assert.deepEqual(JSON.parse(JSON.stringify(again)), JSON.parse(JSON.stringify(run)));
  assert.equal(again.running, false);
  assert.equal(again.isLarge(again.pieces[0]), true);
});
