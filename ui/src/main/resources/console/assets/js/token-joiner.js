// Tokens are pieces of bytes; a character may begin in one token and end in another, even one of another model.
// The joiner holds such pieces back and gives one piece of text for them all once the character is whole.

const DECODER = new TextDecoder('utf-8', { ignoreBOM: true });

/** Bytes that a UTF-8 sequence with this first byte needs; 1 for a byte that begins nothing. */
function needed(first) {
  if (first >= 0xc2 && first <= 0xdf) return 2;
  if (first >= 0xe0 && first <= 0xef) return 3;
  if (first >= 0xf0 && first <= 0xf4) return 4;
  return 1;
}

/** Length of the unfinished sequence at the end of `bytes`, 0 if it ends with a whole character or with rubbish. */
function unfinished(bytes) {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back];
    if ((byte & 0xc0) !== 0x80) return needed(byte) > back ? back : 0;
  }
  return 0;
}

/** Bytes of a trace entry; a server that sends only text is taken at its word. */
function bytesOf(entry) {
  return entry.bytes ? Uint8Array.from(entry.bytes) : new TextEncoder().encode(entry.text ?? '');
}

/**
 * @typedef {object} Entry one entry of the API's `trace`
 * @typedef {{ text: string, entries: Entry[] }} Piece text to show at once, and the tokens that it is made of
 */
export class TokenJoiner {
  #entries = [];
  #bytes = new Uint8Array(0);

  /** @param {Entry} entry @returns {Piece | null} null while a character is unfinished */
  push(entry) {
    const more = bytesOf(entry);
    const joined = new Uint8Array(this.#bytes.length + more.length);
    joined.set(this.#bytes);
    joined.set(more, this.#bytes.length);
    this.#bytes = joined;
    this.#entries.push(entry);
    return more.length && unfinished(joined) ? null : this.flush();
  }

  /** What is held back, an unfinished character shown as a replacement mark. @returns {Piece | null} */
  flush() {
    if (!this.#entries.length) return null;
    const piece = { text: DECODER.decode(this.#bytes), entries: this.#entries };
    this.#entries = [];
    this.#bytes = new Uint8Array(0);
    return piece;
  }
}
