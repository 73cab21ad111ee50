// Earlier runs of this browser tab, newest first, each as a tape. They live in the tab's session storage and go with it.

import { element, part } from './dom.js';
import { Run } from './run.js';
import { tape } from './tape.js';

const KEY = 'tokenrouter.runs';
const MOST = 8;
/** The width of a tape stands for at least so many tokens. */
const LEAST_LENGTH = 60;
/** Longer answers are shown but not kept: session storage holds a few megabytes. */
const MOST_TOKENS = 4000;

function stored() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]').map(Run.from);
  } catch {
    return [];
  }
}

function store(runs) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(runs));
  } catch {
    // storage is full or off: the list lives as long as the page
  }
}

export class EarlierRuns {
  #card = part('earlier');
  #list = part('earlier-list', this.#card);
  #runs = stored();
  #choose;

  /** @param {(run: Run) => void} choose called with the run that the user wants to see again */
  constructor(choose) {
    this.#choose = choose;
    this.#draw();
  }

  add(run) {
    if (!run.tokens || run.tokens > MOST_TOKENS) return;
    this.#runs = [run, ...this.#runs].slice(0, MOST);
    store(this.#runs);
    this.#draw();
  }

  #draw() {
    this.#card.hidden = this.#runs.length === 0;
    const longest = Math.max(LEAST_LENGTH, ...this.#runs.map(run => run.tokens));
    this.#list.replaceChildren(...this.#runs.map(run => this.#item(run, longest)));
  }

  #item(run, longest) {
    const button = element('button', 'link', run.title);
    button.type = 'button';
    button.addEventListener('click', () => this.#choose(run));
    const figures = run.target.small && run.target.large ? `${run.largeTokens} of ${run.tokens} large` : `${run.tokens} tokens`;
    const by = element('span', 'by', element('span', 'sr', run.target.id), tape(run, longest));
    return element('li', '', element('span', '', button), element('span', 'quiet num', figures), by);
  }
}
