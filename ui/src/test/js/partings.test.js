import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partings, partsAt } from '../../main/resources/console/assets/js/partings.js';

function run(tokens, target = { small: 's', large: 'l' }) {
  return { target, pieces: tokens.map(([id, more = {}]) => ({ text: `${id} `, entries: [{ id, ...more }] })) };
}

test('answers part at the first token that differs, also where one is longer', () => {
  assert.equal(partsAt(run([[1], [2]]), run([[1], [2]])), 0);
  assert.equal(partsAt(run([[1], [2]]), run([[1], [3]])), 2);
  assert.equal(partsAt(run([[1]]), run([[1], [3]])), 2);
  assert.equal(partsAt(run([]), run([])), 0);
});

test('rows tell where large was asked and where small alone goes another way', () => {
  const asked = (id, proposed) => [id, { writer: 'l', entropy: 1.5, proposed: { id: proposed } }];
  const rows = partings(run([[1], [5], [9]]), run([[1], asked(2, 5), asked(3, 3)]), run([[1], [2], [3]]));
  assert.deepEqual(
    rows.map(row => [row.number, row.small, row.large, row.routed, row.what]),
    [
      [2, '5 ', '2 ', '2 ', 'Large corrects, small alone goes another way here'],
      [3, '9 ', '3 ', '3 ', 'Large asked, both agree'],
    ],
  );
  assert.equal(rows[0].before, '1 ');
  assert.ok(rows.every(row => row.byLarge));
});

test('a long answer gives no more rows than are wanted', () => {
  const asked = [1, { writer: 'l', proposed: { id: 1 } }];
  const long = run(Array.from({ length: 500 }, () => asked));
  assert.equal(partings(long, long, long, 20).length, 20);
});
