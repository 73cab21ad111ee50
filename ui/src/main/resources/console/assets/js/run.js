// One question and its answer: what was asked, who wrote which token, how long it took. No DOM.

import { TokenJoiner } from './token-joiner.js';

/**
 * @typedef {object} Target what a run is sent to
 * @property {string} id pair or model
 * @property {string | null} small model id in the small role
 * @property {string | null} large model id in the large role
 */

export class Run {
  #joiner = new TokenJoiner();

  /**
   * @param {string} title a few words for lists
   * @param {Target} target
   * @param {object} body the request as it is sent
   * @param {number | null} threshold that decides, where it is known and comparable with the entropies
   */
  constructor(title, target, body, threshold) {
    this.title = title;
    this.target = target;
    this.body = body;
    this.threshold = threshold;
    this.id = null;
    this.pieces = [];
    this.tokens = 0;
    this.largeTokens = 0;
    this.firstTokenMs = null;
    this.totalMs = null;
    this.finish = null;
    this.routing = null;
    this.promptTokens = null;
  }

  /** A run that has ended, out of what {@link JSON.stringify} made of it. */
  static from(data) {
    return Object.assign(new Run(data.title, data.target, data.body, data.threshold), data);
  }

  get question() {
    return this.body.messages.at(-1).content;
  }

  /** The answer as far as it has come. */
  get text() {
    return this.pieces.map(piece => piece.text).join('');
  }

  get running() {
    return this.finish === null;
  }

  /** Takes a chunk of the stream. @returns {Array} the pieces of text that it completes */
  take(chunk, elapsedMs) {
    this.id ??= chunk.id ?? null;
    if (chunk.usage) this.promptTokens = chunk.usage.prompt_tokens ?? null;
    if (chunk.routing) this.routing = chunk.routing;
    const choice = chunk.choices?.[0];
    if (!choice) return [];
    const added = this.#entriesOf(choice).flatMap(entry => this.#add(entry, elapsedMs));
    if (choice.finish_reason) {
      added.push(...this.#flush());
      this.end(choice.finish_reason, elapsedMs);
    }
    return added;
  }

  /** Ends the run, for the server's reason or the browser's. @returns {Array} pieces that were held back */
  end(finish, elapsedMs) {
    if (!this.running) return [];
    const held = this.#flush();
    this.finish = finish;
    this.totalMs = elapsedMs;
    return held;
  }

  isLarge(piece) {
    return piece.entries.some(entry => entry.writer != null && entry.writer === this.target.large);
  }

  /** The end token has no text. */
  isEnd(piece) {
    return piece.text === '' && this.finish !== 'length' && this.pieces.at(-1) === piece;
  }

  /** A server that sends no trace is shown by its text alone. */
  #entriesOf(choice) {
    if (choice.trace?.length) return choice.trace;
    const text = choice.delta?.content;
    return text ? [{ text }] : [];
  }

  #add(entry, elapsedMs) {
    this.tokens++;
    if (entry.writer != null && entry.writer === this.target.large) this.largeTokens++;
    this.firstTokenMs ??= elapsedMs;
    return this.#keep(this.#joiner.push(entry));
  }

  #flush() {
    return this.#keep(this.#joiner.flush());
  }

  #keep(piece) {
    if (!piece) return [];
    piece.first = this.tokens - piece.entries.length + 1;
    this.pieces.push(piece);
    return [piece];
  }
}
