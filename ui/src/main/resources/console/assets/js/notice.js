// What went wrong with a run: what happened, what it means, what to do.

import { element, part } from './dom.js';

const TEXTS = {
  unreachable: {
    title: 'The server does not answer',
    advice: 'It may have been stopped or is starting again. Your question is kept; try again when it is back.',
  },
  busy: { title: 'The server takes no more requests at this moment', advice: 'Nothing of this request was run.' },
  'unknown-model': {
    title: 'This pair or model is not served any more',
    advice: 'Load the page again to see what is.',
  },
  refused: { title: 'The server refused this request', advice: 'Change what it names, then send again.' },
  broken: { title: 'The answer broke off', advice: 'What had arrived is shown below.' },
  server: { title: 'The server failed on this request', advice: 'Its log says why. Other requests are not affected.' },
};

export class Notice {
  #box = part('notice');
  #title = part('notice-title', this.#box);
  #text = part('notice-text', this.#box);
  #retry = part('notice-retry', this.#box);
  #timer = 0;

  /** @param {() => void} retry sends the question again */
  constructor(retry) {
    this.#retry.addEventListener('click', retry);
  }

  hide() {
    clearInterval(this.#timer);
    this.#box.hidden = true;
  }

  /** @param {import('./completion.js').CompletionError} error */
  show(error) {
    this.hide();
    const { title, advice } = TEXTS[error.kind];
    this.#title.textContent = title;
    const field = error.param ? ` (field ${error.param})` : '';
    this.#text.textContent = error.kind === 'unreachable' ? advice : `${error.message}${field} ${advice}`;
    this.#box.className = `notice ${error.kind === 'busy' ? 'warn' : 'bad'}`;
    this.#retry.hidden = error.kind === 'unknown-model' || error.kind === 'refused';
    this.#countDown(error.retryAfter);
    this.#box.hidden = false;
  }

  /** The server said how long to wait: until then the button waits too. */
  #countDown(seconds) {
    let left = seconds;
    const tick = () => {
      this.#retry.disabled = left > 0;
      this.#retry.textContent = left > 0 ? `Try again in ${left} s` : 'Try again';
      if (left-- <= 0) clearInterval(this.#timer);
    };
    tick();
    if (seconds > 0) this.#timer = setInterval(tick, 1000);
  }
}
