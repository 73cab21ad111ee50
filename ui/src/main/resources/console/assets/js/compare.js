// The playground, side by side: one question, three answers at once - small alone, routed, large alone.

import { CompareColumn } from './compare-column.js';
import { curlOf } from './curl.js';
import { element, part, svg } from './dom.js';
import { nats, visible } from './format.js';
import { partings, partsAt } from './partings.js';
import { PromptDrawer } from './prompt-drawer.js';
import { RoutingForm } from './routing-form.js';

function mark(name) {
  const icon = svg('svg', { class: 'i', viewBox: '0 0 16 16', 'aria-hidden': 'true' });
  icon.append(svg('use', { href: `#i-${name}` }));
  return icon;
}

function cell(text, className) {
  return element('td', '', text === null ? '' : element('code', className, text === '' ? 'end' : visible(text)));
}

class Compare {
  #target = part('target');
  #ask = part('ask');
  #send = part('send');
  #status = part('status');
  #form = new RoutingForm();
  #drawer = new PromptDrawer();
  #dialog = document.getElementById('d-curl');
  #columns = [...document.querySelectorAll('[data-column]')].map(box => new CompareColumn(box, run => this.#showCurl(run)));
  #abort = null;

  constructor() {
    this.#target.addEventListener('change', () => this.#targetChanged());
    part('composer').addEventListener('submit', event => {
      event.preventDefault();
      this.#submitted();
    });
    this.#ask.addEventListener('keydown', event => {
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      if (!this.#abort) this.#submitted();
    });
    for (const button of document.querySelectorAll('[data-example]')) {
      button.addEventListener('click', () => {
        this.#ask.value = button.dataset.example;
        if (!this.#abort) this.#submitted();
      });
    }
    part('prompt-open').addEventListener('click', () => this.#drawer.open(this.#target.value, this.#messages()));
    this.#targetChanged();
  }

  get #option() {
    return this.#target.selectedOptions[0];
  }

  #targetChanged() {
    const { kind, small, large, policyLabel, drawnAs } = this.#option.dataset;
    const id = this.#target.value;
    const pair = kind === 'pair';
    this.#form.setTarget(this.#option);
    for (const box of document.querySelectorAll('[data-shown-for]')) box.hidden = box.dataset.shownFor !== id;
    const targets = {
      small: pair ? { id: small, small, large: null } : null,
      routed: pair ? { id, small, large } : { id, small: drawnAs === 'large' ? null : id, large: drawnAs === 'large' ? id : null },
      large: pair ? { id: large, small: null, large } : null,
    };
    const notes = { small, routed: pair ? policyLabel : id, large };
    for (const column of this.#columns) column.setTarget(targets[column.name], notes[column.name]);
    part('column-title', document.querySelector('[data-column=routed]')).textContent = pair ? 'Routed' : 'Alone';
    part('partings').hidden = true;
    this.#label();
  }

  #messages() {
    return [{ role: 'user', content: this.#ask.value.trim() }];
  }

  #submitted() {
    if (this.#abort) this.#abort.abort();
    else if (!this.#ask.value.trim()) this.#ask.focus();
    else if (this.#form.isValid()) this.#run();
  }

  async #run() {
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    this.#busy(true);
    this.#status.textContent = '';
    part('partings').hidden = true;
    const routed = this.#form.request(this.#messages());
    const threshold = this.#form.entropyThreshold;
    const shown = this.#columns.filter(column => column.target !== null);
    await Promise.all(
      shown.map(column => {
        const alone = { ...routed, model: column.target.id, routing: { trace: true } };
        return column.ask(column.name === 'routed' ? routed : alone, column.name === 'routed' ? threshold : null, signal);
      }),
    );
    this.#abort = null;
    this.#busy(false);
    this.#compare();
    this.#status.textContent = signal.aborted ? 'Stopped.' : shown.length > 1 ? 'All answers have ended.' : 'The answer has ended.';
  }

  #busy(running) {
    this.#target.disabled = running;
    for (const button of document.querySelectorAll('[data-example]')) button.disabled = running;
    this.#label();
  }

  #label() {
    const many = this.#option.dataset.kind === 'pair';
    if (this.#abort) this.#send.textContent = many ? 'Stop all' : 'Stop';
    else this.#send.textContent = many ? 'Run all three' : 'Run';
  }

  /** What differs from the large model's own answer, once all have ended. */
  #compare() {
    const [small, routed, large] = ['small', 'routed', 'large'].map(name => this.#columns.find(column => column.name === name));
    const whole = run => run !== null && (run.finish === 'stop' || run.finish === 'length');
    if (large.target === null || !whole(large.run)) return;
    for (const column of [small, routed]) {
      if (!whole(column.run)) continue;
      column.markDifferences(large.run);
      const at = partsAt(column.run, large.run);
      const words = at === 0 ? 'as large alone' : `parts from large at token ${at}`;
      column.showVerdict(element('span', at === 0 ? 'verdict yes' : 'verdict', mark(at === 0 ? 'check' : 'split'), words));
    }
    if (whole(small.run) && whole(routed.run)) this.#showPartings(partings(small.run, routed.run, large.run));
  }

  #showPartings(rows) {
    part('partings').hidden = rows.length === 0;
    part('parting-rows').replaceChildren(
      ...rows.map(row => {
        const head = element('th', 'r', String(row.number));
        head.scope = 'row';
        return element(
          'tr',
          '',
          head,
          element('td', '', element('code', '', row.before)),
          cell(row.small, ''),
          cell(row.large, ''),
          cell(row.routed, row.byLarge ? 'tk large' : ''),
          element('td', 'r', row.entropy === null ? '' : nats(row.entropy)),
          element('td', '', row.what),
        );
      }),
    );
  }

  #showCurl(run) {
    document.getElementById('curl').textContent = curlOf(location.origin, run.body);
    this.#dialog.showModal();
  }
}

if (document.querySelector('[data-target]')) new Compare();
