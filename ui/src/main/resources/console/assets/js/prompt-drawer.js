// The prompt as the model reads it: the conversation through the chat template, its tokens, its ids.

import { element, part } from './dom.js';
import { count } from './format.js';
import { pageHeaders } from './session.js';

/** More tokens than this are shown as text only. */
const MOST_TOKENS = 4000;

async function ask(address, body) {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...pageHeaders() },
      body: JSON.stringify(body),
    });
    const answer = await response.json();
    return response.ok ? answer : { failure: answer.error?.message ?? `The server answered with status ${response.status}.` };
  } catch {
    return { failure: 'The server does not answer.' };
  }
}

export class PromptDrawer {
  #dialog = part('prompt-drawer');
  #note = part('prompt-note', this.#dialog);
  #box = part('prompt-box', this.#dialog);
  #shown = 'text';
  #rendered = null;
  #asked = 0;

  constructor() {
    for (const button of this.#dialog.querySelectorAll('[data-prompt-view]')) {
      button.addEventListener('click', () => this.#choose(button.dataset.promptView));
    }
  }

  /** @param {string} model pair or model @param {Array} messages of the conversation */
  async open(model, messages) {
    const mine = ++this.#asked;
    this.#rendered = null;
    this.#box.replaceChildren();
    this.#note.textContent = 'Asking the server …';
    this.#dialog.showModal();
    const [text, tokens] = await Promise.all([
      ask('/v1/apply-template', { model, messages }),
      ask('/v1/tokenize', { model, messages, return_token_strs: true }),
    ]);
    if (mine !== this.#asked) return;
    const failure = text.failure ?? tokens.failure;
    if (failure) {
      this.#note.textContent = `The prompt could not be rendered. ${failure}`;
      return;
    }
    this.#rendered = { text: text.prompt, ids: tokens.tokens, spelled: tokens.token_strs };
    this.#note.textContent =
      `What ${model} reads: the messages through its chat template. ` +
      `${count(tokens.count)} of ${count(tokens.max_model_len)} positions, ${count(tokens.max_model_len - tokens.count)} left for the answer.`;
    this.#show();
  }

  #choose(view) {
    this.#shown = view;
    for (const button of this.#dialog.querySelectorAll('[data-prompt-view]')) {
      button.setAttribute('aria-pressed', String(button.dataset.promptView === view));
    }
    this.#show();
  }

  #show() {
    if (this.#rendered === null) return;
    const { text, ids, spelled } = this.#rendered;
    if (this.#shown === 'text' || ids.length > MOST_TOKENS) this.#box.replaceChildren(text);
    else if (this.#shown === 'ids' || !spelled) this.#box.replaceChildren(ids.join(' '));
    else this.#box.replaceChildren(...spelled.map(token => element('span', 'pt', token)));
  }
}
