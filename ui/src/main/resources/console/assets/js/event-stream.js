// Server-sent events out of the bytes of a fetch response. Knows nothing of what the events mean.

const LINE_END = /\r\n|\n|\r/;

/**
 * Turns pieces of text, cut anywhere, into the data of whole events.
 * Comments and fields other than `data` are dropped; several data lines of one event are joined by a line break.
 */
export class EventParser {
  #rest = '';
  #data = [];

  /** @returns {string[]} data of the events that `text` completes */
  push(text) {
    this.#rest += text;
    const events = [];
    for (;;) {
      const end = LINE_END.exec(this.#rest);
      // a CR at the very end may be the first half of CR LF: wait for the next piece
      if (!end || (end[0] === '\r' && end.index === this.#rest.length - 1)) return events;
      const line = this.#rest.slice(0, end.index);
      this.#rest = this.#rest.slice(end.index + end[0].length);
      this.#take(line, events);
    }
  }

  #take(line, events) {
    if (line === '') {
      if (this.#data.length) events.push(this.#data.join('\n'));
      this.#data = [];
    } else if (line === 'data') {
      this.#data.push('');
    } else if (line.startsWith('data:')) {
      this.#data.push(line.slice(line[5] === ' ' ? 6 : 5));
    }
  }
}

/** Data of the events of a byte stream, as they arrive. Leaving the loop early cancels the stream. */
export async function* readEvents(stream) {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  const parser = new EventParser();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      yield* parser.push(decoder.decode(value, { stream: true }));
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
