// The playground: asks a question, shows the answer as it is written, keeps earlier runs of this tab.

import { AnswerPanel } from './answer-panel.js';
import { complete, CompletionError } from './completion.js';
import { part } from './dom.js';
import { count, percent, shortTitle } from './format.js';
import { startLive } from './live.js';
import { Notice } from './notice.js';
import { RoutingForm } from './routing-form.js';
import { Run } from './run.js';
import { EarlierRuns } from './runs.js';

function asked(question) {
  return { role: 'user', content: question };
}

class Playground {
  #target = part('target');
  #composer = part('composer');
  #ask = part('ask');
  #send = part('send');
  #status = part('status');
  #follow = part('follow');
  #form = new RoutingForm();
  #panel = new AnswerPanel();
  #notice = new Notice(() => this.#again());
  #earlier = new EarlierRuns(run => this.#showEarlier(run));
  #abort = null;
  #last = null;

  constructor() {
    this.#target.addEventListener('change', () => this.#targetChanged());
    this.#composer.addEventListener('submit', event => this.#submitted(event));
    this.#ask.addEventListener('keydown', event => this.#key(event));
    document.querySelectorAll('[data-example]').forEach(button => {
      button.addEventListener('click', () => this.#start([asked(button.dataset.example)], button.textContent));
    });
    this.#targetChanged();
  }

  get #option() {
    return this.#target.selectedOptions[0];
  }

  #targetChanged() {
    this.#form.setTarget(this.#option);
    document.querySelectorAll('[data-shown-for]').forEach(e => (e.hidden = e.dataset.shownFor !== this.#target.value));
  }

  /** Enter sends, as in every chat; with Shift it is a new line. */
  #key(event) {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    if (!this.#abort) this.#composer.requestSubmit();
  }

  #submitted(event) {
    event.preventDefault();
    if (this.#abort) this.#abort.abort();
    else if (!this.#ask.value.trim()) this.#ask.focus();
    else if (this.#start([...this.#context(), asked(this.#ask.value.trim())], null)) this.#ask.value = '';
  }

  #again() {
    if (this.#last) this.#start(this.#last.body.messages, this.#last.title);
  }

  /** What was said before, where the user wants to go on from it. */
  #context() {
    const run = this.#last;
    if (!this.#follow.checked || !run?.tokens) return [];
    return [...run.body.messages, { role: 'assistant', content: run.text }];
  }

  /** @returns {boolean} whether the question was sent */
  #start(messages, title) {
    if (this.#abort || !this.#form.isValid()) return false;
    const { small = null, large = null } = this.#option.dataset;
    const target = { id: this.#target.value, small, large };
    const name = title ?? shortTitle(messages.at(-1).content);
    const run = new Run(name, target, this.#form.request(messages), this.#form.entropyThreshold);
    this.#last = run;
    this.#notice.hide();
    this.#status.textContent = '';
    this.#panel.show(run);
    this.#stream(run);
    return true;
  }

  async #stream(run) {
    const abort = new AbortController();
    this.#writing(abort);
    const began = performance.now();
    const elapsed = () => performance.now() - began;
    try {
      for await (const chunk of complete(run.body, abort.signal)) this.#panel.add(run.take(chunk, elapsed()));
      if (run.running) throw new CompletionError('broken', 'The server did not say why the answer ended.');
    } catch (error) {
      this.#panel.add(run.end(abort.signal.aborted ? 'stopped' : 'failed', elapsed()));
      if (!abort.signal.aborted) this.#failed(error);
    } finally {
      this.#writing(null);
      this.#panel.settle();
      this.#announce(run);
      this.#earlier.add(run);
    }
  }

  #failed(error) {
    if (!(error instanceof CompletionError)) throw error;
    this.#notice.show(error);
    if (!this.#ask.value) this.#ask.value = this.#last.question;
  }

  /** While an answer is written, Send is Stop. */
  #writing(abort) {
    this.#abort = abort;
    this.#send.textContent = abort ? 'Stop' : 'Send';
    this.#target.disabled = abort !== null;
    document.querySelectorAll('[data-example]').forEach(button => (button.disabled = abort !== null));
  }

  #announce(run) {
    const share = run.target.large && run.target.small && run.tokens;
    const large = share ? `, ${percent(run.largeTokens / run.tokens)} by the large model` : '';
    this.#status.textContent = `Answer ended: ${count(run.tokens)} tokens${large}.`;
  }

  #showEarlier(run) {
    if (this.#abort) return;
    this.#last = run;
    this.#notice.hide();
    this.#panel.show(run);
  }
}

if (document.querySelector('[data-target]')) new Playground();
startLive();
