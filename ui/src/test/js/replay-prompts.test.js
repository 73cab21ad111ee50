import assert from 'node:assert/strict';
import { test } from 'node:test';

import { readPrompts, split } from '../../main/resources/console/assets/js/replay-prompts.js';

test('a line is a problem, and its answer may be left out', () => {
  const text = '{"prompt": "1 + 1?", "answer": 2}\r\n\n{"prompt": "Why?", "source": "x"}\n{"prompt": "And?", "answer": null}';
  assert.deepEqual(readPrompts(text), {
    prompts: [{ prompt: '1 + 1?', answer: '2' }, { prompt: 'Why?' }, { prompt: 'And?' }],
    error: null,
  });
});

test('what is no problem is told by its line', () => {
  for (const line of ['no JSON', '[]', 'null', '5', '{"prompt": " "}', '{"prompt": 5}', '{"prompt": "a", "answer": {}}']) {
    const { prompts, error } = readPrompts(`\n{"prompt": "fine"}\n${line}`);
    assert.deepEqual(prompts, [], line);
    assert.match(error, /^Line 3 is no JSON object/, line);
  }
  assert.equal(readPrompts(' \n').error, 'Name problems to replay.');
});

test('every second problem is held out', () => {
  assert.deepEqual(split([1, 2, 3]), { prompts: [1, 3], held_out: [2] });
  assert.deepEqual(split([1]), { prompts: [1], held_out: [] });
});
