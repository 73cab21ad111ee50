// The panel with the question and its answer: tokens, entropy strip, figures, table, and the actions on a finished run.

import { curlOf } from './curl.js';
import { element, part } from './dom.js';
import { drawStrip } from './entropy-strip.js';
import { PromptDrawer } from './prompt-drawer.js';
import { fillLargeRows, fillReceipt } from './receipt.js';
import { TokenView } from './token-view.js';

/** Tokens of an answer whose figures take a while to draw. */
const LONG = 300;

/** An earlier message of the conversation, as plain text. */
function turn({ role, content }, answerer) {
  const who = element('span', 'who-l', role === 'user' ? 'You' : answerer);
  return element('div', 'turn', who, element('p', role === 'user' ? 'ask' : 'ask quiet', content));
}

export class AnswerPanel {
  #empty = part('empty');
  #history = part('history');
  #turns = part('turns');
  #tokens = new TokenView(part('tokens-box'));
  #strip = part('strip');
  #table = part('large-table');
  #actions = part('run-actions');
  #drawer = new PromptDrawer();
  #dialog = document.getElementById('d-curl');
  #run = null;
  #drawing = 0;

  constructor() {
    const replay = part('replay');
    replay.hidden = matchMedia('(prefers-reduced-motion: reduce)').matches;
    replay.addEventListener('click', () => this.#tokens.playAgain());
    part('curl-open').addEventListener('click', () => this.#showCurl());
    part('prompt-open').addEventListener('click', () => this.#drawer.open(this.#run.body.model, this.#run.body.messages));
    document.querySelectorAll('[data-look]').forEach(choice => {
      choice.addEventListener('change', () => this.#tokens.setLook(choice.value));
    });
  }

  /** Shows a run, finished or about to begin. */
  show(run) {
    this.#run = run;
    this.#empty.hidden = true;
    this.#turns.hidden = false;
    this.#history.replaceChildren(...run.body.messages.slice(0, -1).map(message => turn(message, run.target.id)));
    part('question').textContent = run.question;
    part('answerer').textContent = run.target.id;
    this.#legend();
    this.#tokens.show(run);
    this.#drawFigures();
  }

  /** Appends pieces that just arrived. */
  add(pieces) {
    this.#tokens.add(pieces);
    this.#schedule();
  }

  /** The run shown has ended. */
  settle() {
    this.#tokens.settle();
    this.#drawFigures();
  }

  /** One drawing a frame however many tokens arrive in it, and fewer once there is much to draw. */
  #schedule() {
    if (this.#drawing) return;
    const pause = this.#run.tokens > LONG ? 250 : 16;
    this.#drawing = setTimeout(() => this.#drawFigures(), pause);
  }

  #drawFigures() {
    clearTimeout(this.#drawing);
    this.#drawing = 0;
    const run = this.#run;
    const drawn = run.pieces.some(piece => piece.entries.some(entry => entry.entropy != null));
    this.#strip.hidden = !drawn;
    if (drawn) drawStrip(part('strip-plot', this.#strip), run);
    const nothing = !run.running && run.tokens === 0;
    part('receipt').hidden = nothing;
    fillReceipt(part('receipt'), run);
    this.#actions.hidden = run.running || nothing;
    const timeline = part('timeline', this.#actions);
    timeline.hidden = !run.id;
    if (run.id) timeline.href = `/requests/${encodeURIComponent(run.id)}`;
    this.#table.hidden = run.running || fillLargeRows(part('large-rows', this.#table), run) === 0;
  }

  #legend() {
    const { small, large } = this.#run.target;
    const marks = [small && element('span', 'writer small', small), large && element('span', 'writer large', large)];
    part('legend').replaceChildren(...marks.filter(Boolean));
  }

  #showCurl() {
    document.getElementById('curl').textContent = curlOf(location.origin, this.#run.body);
    this.#dialog.showModal();
  }
}
