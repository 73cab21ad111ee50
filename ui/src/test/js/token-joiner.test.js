import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TokenJoiner } from '../../main/resources/console/assets/js/token-joiner.js';

const bytes = text => [...new TextEncoder().encode(text)];
const entry = (...values) => ({ bytes: values });

function join(entries) {
  const joiner = new TokenJoiner();
  const pieces = entries.map(e => joiner.push(e)).filter(Boolean);
  const held = joiner.flush();
  return { pieces, held };
}

test('a whole token is a piece of its own', () => {
  const { pieces, held } = join([entry(...bytes('Taking')), entry(...bytes(' 日本'))]);
  assert.deepEqual(pieces.map(p => p.text), ['Taking', ' 日本']);
  assert.equal(held, null);
});

test('characters of every length survive every way to cut them', () => {
  for (const text of ['é', '日', '🙂', 'a🙂b', '日本']) {
    const all = bytes(text);
    for (let cut = 1; cut < all.length; cut++) {
      const { pieces, held } = join([entry(...all.slice(0, cut)), entry(...all.slice(cut))]);
      assert.equal(pieces.map(p => p.text).join(''), text, `${text} cut at ${cut}`);
      assert.equal(held, null);
    }
  }
});

test('one byte a token makes one piece of all of them', () => {
  const entries = bytes('🙂').map(byte => entry(byte));
  const { pieces } = join(entries);
  assert.equal(pieces.length, 1);
  assert.equal(pieces[0].text, '🙂');
  assert.deepEqual(pieces[0].entries, entries);
});

test('what never becomes a character is shown as a replacement mark at the end', () => {
  const { pieces, held } = join([entry(0xf0, 0x9f)]);
  assert.deepEqual(pieces, []);
  assert.equal(held.text, '\uFFFD');
});

test('rubbish is not held back', () => {
  assert.deepEqual(join([entry(0x80)]).pieces.map(p => p.text), ['\uFFFD']);
  assert.deepEqual(join([entry(0xff, 0x41)]).pieces.map(p => p.text), ['\uFFFDA']);
  assert.deepEqual(join([entry(0xf0), entry(0x41)]).pieces.map(p => p.text), ['\uFFFDA']);
});

test('a control token is an empty piece, and releases what was held back', () => {
  assert.deepEqual(join([entry()]).pieces.map(p => p.text), ['']);
  assert.deepEqual(join([entry(0xe6), entry()]).pieces.map(p => p.text), ['\uFFFD']);
});

test('an entry without bytes is taken by its text', () => {
  assert.deepEqual(join([{ text: 'plain' }]).pieces.map(p => p.text), ['plain']);
});

test('a byte order mark inside an answer is kept', () => {
  assert.deepEqual(join([entry(0xef, 0xbb, 0xbf)]).pieces.map(p => p.text), ['\uFEFF']);
});
