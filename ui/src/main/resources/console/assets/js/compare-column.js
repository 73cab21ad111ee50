// One of the answers side by side: its stream, its tokens, its figures.

import { complete, CompletionError } from './completion.js';
import { element, part } from './dom.js';
import { count, duration, percent, rate } from './format.js';
import { Run } from './run.js';
import { tape } from './tape.js';
import { TokenView } from './token-view.js';

/** The width of a tape stands for at least so many tokens. */
const LEAST_LENGTH = 60;
const FRAME_MS = 100;

function fact(name, ...value) {
  return [element('dt', '', name), element('dd', '', ...value)];
}

export class CompareColumn {
  #box;
  #tokens;
  #facts;
  #tape;
  #problem;
  #curl;
  #timer = 0;
  run = null;

  /** @param {HTMLElement} box of the column @param {(run: Run) => void} onCurl asked for the run as a command */
  constructor(box, onCurl) {
    this.#box = box;
    this.#tokens = new TokenView(part('tokens-box', box));
    this.#facts = part('facts', box);
    this.#tape = part('column-tape', box);
    this.#problem = part('problem', box);
    this.#curl = part('column-curl', box);
    this.#curl.addEventListener('click', () => onCurl(this.run));
  }

  get name() {
    return this.#box.dataset.column;
  }

  /** @param {object | null} target null where the column has nothing to show */
  setTarget(target, note) {
    this.#box.hidden = target === null;
    this.target = target;
    if (target === null) return;
    part('column-note', this.#box).textContent = note;
    this.#clear();
  }

  /** Streams an answer. Never fails: what goes wrong is said in the column. */
  async ask(body, threshold, signal) {
    this.#clear();
    const run = new Run(part('column-title', this.#box).textContent, this.target, body, threshold);
    this.run = run;
    this.#tokens.show(run);
    this.#curl.hidden = false;
    const began = performance.now();
    const elapsed = () => performance.now() - began;
    try {
      for await (const chunk of complete(body, signal)) this.#add(run.take(chunk, elapsed()));
      if (run.running) throw new CompletionError('broken', 'The server did not say why the answer ended.');
    } catch (error) {
      this.#add(run.end(signal.aborted ? 'stopped' : 'failed', elapsed()));
      if (!signal.aborted) this.#say(error.message);
    } finally {
      this.#tokens.settle();
      this.#drawFigures();
    }
  }

  /** Marks the tokens that differ from another answer at the same place. */
  markDifferences(other) {
    const ids = other.pieces.flatMap(piece => piece.entries.map(entry => entry.id));
    this.#tokens.mark(piece => piece.entries.some((entry, i) => entry.id !== ids[piece.first - 1 + i]), 'differ');
  }

  /** @param {Array} verdict nodes; none where there is nothing to say */
  showVerdict(...verdict) {
    if (verdict.length) this.#facts.append(...fact('Answer', ...verdict));
  }

  #clear() {
    this.run = null;
    this.#problem.hidden = true;
    this.#curl.hidden = true;
    this.#facts.replaceChildren();
    this.#tape.replaceChildren();
    part('tokens', this.#box).replaceChildren();
  }

  #say(text) {
    this.#problem.textContent = text;
    this.#problem.hidden = false;
  }

  #add(pieces) {
    this.#tokens.add(pieces);
    this.#timer ||= setTimeout(() => this.#drawFigures(), FRAME_MS);
  }

  #drawFigures() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const { run } = this;
    if (!run) return;
    this.#tape.replaceChildren(tape(run, Math.max(LEAST_LENGTH, run.tokens)));
    const items = [];
    if (run.tokens) {
      const share = run.target.large && run.target.small ? `, ${percent(run.largeTokens / run.tokens)}` : '';
      items.push(...fact('By the large model', `${count(run.largeTokens)} of ${count(run.tokens)}${share}`));
    }
    if (run.firstTokenMs !== null) items.push(...fact('First token', duration(run.firstTokenMs)));
    if (run.totalMs !== null) {
      items.push(...fact(run.finish === 'stopped' ? 'Stopped after' : 'Whole answer', duration(run.totalMs)));
      if (run.tokens > 1 && run.totalMs > run.firstTokenMs) {
        items.push(...fact('Speed', `${rate(((run.tokens - 1) * 1000) / (run.totalMs - run.firstTokenMs))} tokens/s`));
      }
    }
    this.#facts.replaceChildren(...items);
  }
}
