// The answer as tokens: one element a piece of text, marked by its writer, with a card on hover and focus,
// walked with the arrow keys.

import { element } from './dom.js';
import { fillCard, placeCard } from './token-card.js';

/** Tab stops at most: the first token and the large model's; the arrow keys reach all others. */
const MOST_TAB_STOPS = 24;

export class TokenView {
  #box;
  #list;
  #card;
  #run = null;
  #pieces = new WeakMap();
  #open = null;
  #caret = element('span', 'caret');
  #playing = 0;
  #stops = 0;

  /** @param {HTMLElement} box holds the list of tokens (data-tokens) and the card (data-token-card) */
  constructor(box) {
    this.#box = box;
    this.#list = box.querySelector('[data-tokens]');
    this.#card = box.querySelector('[data-token-card]');
    this.#caret.setAttribute('aria-hidden', 'true');
    this.#listen();
  }

  /** Shows a run from its beginning. */
  show(run) {
    this.#playing++;
    this.#close();
    this.#run = run;
    this.#stops = 0;
    this.#list.replaceChildren();
    this.add(run.pieces);
  }

  /** Appends pieces of the run shown. */
  add(pieces) {
    this.#list.append(...pieces.map(piece => this.#token(piece)));
    if (this.#run.running) this.#list.append(this.#caret);
    else this.settle();
  }

  /** Call when the run shown has ended: the caret goes, the end token is named. */
  settle() {
    this.#caret.remove();
    const last = this.#list.lastElementChild;
    if (last && this.#run.isEnd(this.#pieces.get(last))) {
      last.classList.add('end');
      last.textContent = 'end';
    }
  }

  /** @param {'' | 'tint' | 'plain'} look */
  setLook(look) {
    this.#list.className = `tokens ${look}`.trim();
  }

  /** Gives a class to the tokens that fit. */
  mark(fits, className) {
    for (const token of this.#list.querySelectorAll('.tk')) token.classList.toggle(className, fits(this.#pieces.get(token)));
  }

  /** Lets the tokens of the run appear again, the large model's at a slower beat. */
  async playAgain() {
    const mine = ++this.#playing;
    const tokens = [...this.#list.querySelectorAll('.tk')];
    tokens.forEach(token => (token.hidden = true));
    this.#list.append(this.#caret);
    for (const token of tokens) {
      await new Promise(resolve => setTimeout(resolve, token.classList.contains('large') ? 160 : 26));
      if (mine !== this.#playing) return;
      token.hidden = false;
      token.after(this.#caret);
    }
    this.#caret.remove();
  }

  #token(piece) {
    const large = this.#run.isLarge(piece);
    const token = element(large ? 'mark' : 'span', large ? 'tk large' : 'tk', piece.text);
    const stop = piece.first === 1 || (large && this.#stops < MOST_TAB_STOPS);
    if (stop) this.#stops++;
    token.tabIndex = stop ? 0 : -1;
    this.#pieces.set(token, piece);
    return token;
  }

  #listen() {
    const tokenOf = event => event.target.closest('.tk');
    this.#list.addEventListener('pointerover', event => tokenOf(event) && this.#show(tokenOf(event)));
    this.#list.addEventListener('pointerleave', () => this.#list.contains(document.activeElement) || this.#close());
    this.#list.addEventListener('focusin', event => tokenOf(event) && this.#show(tokenOf(event)));
    this.#list.addEventListener('focusout', () => this.#close());
    this.#list.addEventListener('keydown', event => this.#key(event));
  }

  #key(event) {
    if (event.key === 'Escape') return this.#close();
    const tokens = [...this.#list.querySelectorAll('.tk')];
    const at = tokens.indexOf(document.activeElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tokens.length - 1 }[event.key];
    if (at < 0 || to == null || !tokens[to]) return;
    event.preventDefault();
    tokens[to].focus();
  }

  #show(token) {
    this.#close();
    this.#open = token;
    token.classList.add('is-open');
    token.setAttribute('aria-describedby', this.#card.id);
    fillCard(this.#card, this.#run, this.#pieces.get(token));
    this.#card.hidden = false;
    placeCard(this.#card, this.#box, token);
  }

  #close() {
    this.#card.hidden = true;
    this.#open?.classList.remove('is-open');
    this.#open?.removeAttribute('aria-describedby');
    this.#open = null;
  }
}
