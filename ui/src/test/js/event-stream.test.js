import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EventParser, readEvents } from '../../main/resources/console/assets/js/event-stream.js';

const STREAM = ': ping\n\ndata: {"a":1}\n\nevent: x\nid: 7\ndata: one\ndata: two\n\ndata:[DONE]\r\n\r\n';
const EVENTS = ['{"a":1}', 'one\ntwo', '[DONE]'];

test('an event is complete at its blank line', () => {
  const parser = new EventParser();
  assert.deepEqual(parser.push('data: {"a":1}\n'), []);
  assert.deepEqual(parser.push('\n'), ['{"a":1}']);
});

test('a stream cut at any place gives the same events', () => {
  for (let cut = 0; cut <= STREAM.length; cut++) {
    const parser = new EventParser();
    const events = [...parser.push(STREAM.slice(0, cut)), ...parser.push(STREAM.slice(cut))];
    assert.deepEqual(events, EVENTS, `cut at ${cut}`);
  }
});

test('a stream that comes byte by byte gives the same events', () => {
  const parser = new EventParser();
  assert.deepEqual([...STREAM].flatMap(character => parser.push(character)), EVENTS);
});

test('comments and blank lines are no events', () => {
  assert.deepEqual(new EventParser().push(': still here\n\n\n\n: and here\n\n'), []);
});

test('only one space after the colon is dropped', () => {
  assert.deepEqual(new EventParser().push('data:  two spaces\n\ndata:none\n\ndata\n\n'), [' two spaces', 'none', '']);
});

test('a character may be cut between two reads', async () => {
  const bytes = new TextEncoder().encode('data: 日本🙂\n\n');
  const stream = new ReadableStream({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  const events = [];
  for await (const data of readEvents(stream)) events.push(data);
  assert.deepEqual(events, ['日本🙂']);
});

test('who leaves early cancels the stream', async () => {
  let cancelled = false;
  const stream = new ReadableStream({
    pull: controller => controller.enqueue(new TextEncoder().encode('data: again\n\n')),
    cancel: () => {
      cancelled = true;
    },
  });
  for await (const data of readEvents(stream)) {
    assert.equal(data, 'again');
    break;
  }
  assert.equal(cancelled, true);
});
