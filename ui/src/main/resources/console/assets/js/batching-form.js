// The form that pins batching settings or lets the pair tune itself. Sends the version that it shows, so nothing is overwritten.

import { bodyOf, conflictOf, FIELDS } from './batching-settings.js';
import { element, part } from './dom.js';
import { drawMissed } from './missed-batches.js';
import { hasEnded, pageHeaders } from './session.js';
import { toast } from './shell.js';

export class SettingForm {
  #pair;
  #form = part('setting');
  #modes = [...document.querySelectorAll('[data-mode]')];
  #pinned = part('pinned', this.#form);
  #rules = [...this.#form.querySelectorAll('[data-policy]')];
  #actions = part('setting-actions', this.#form);
  #shown = null;
  #newest = null;
  #requests = 0;
  #models = { small: '', large: '' };
  #dirty = false;

  constructor(pair) {
    this.#pair = pair;
    for (const input of [...this.#modes, ...this.#form.querySelectorAll('input')]) {
      input.addEventListener('input', () => this.#changed());
    }
    this.#form.addEventListener('submit', event => {
      event.preventDefault();
      this.#save();
    });
    part('discard', this.#form).addEventListener('click', () => this.#discard());
    part('take-theirs', this.#form).addEventListener('click', () => this.#discard());
  }

  /** What is in force now. Never touches what somebody has begun to change. */
  take(batching) {
    this.#newest = batching;
    this.#requests = batching.now.requests;
    for (const { role, model } of batching.models) this.#models[role] = model;
    part('settings', this.#form).textContent = batching.mode === 'pinned' ? `${batching.settings}, pinned` : batching.settings;
    part('reason', this.#form).textContent = batching.reason;
    part('device', this.#form).textContent = batching.device;
    if (!this.#dirty && this.#shown?.version !== batching.version) this.#discard();
  }

  #discard() {
    this.#dirty = false;
    this.#shown = this.#newest;
    this.#clearErrors();
    for (const mode of this.#modes) mode.checked = mode.value === this.#shown.mode;
    if (!this.#rules.some(rule => rule.checked)) this.#rules[0].checked = true;
    for (const rule of this.#rules) if (rule.value === this.#shown.policy) rule.checked = true;
    for (const [name, value] of Object.entries(this.#shown.options ?? {})) this.#fill(name, value);
    this.#showParts();
  }

  #fill(name, value) {
    if (typeof value === 'object' && value !== null) {
      for (const [inner, v] of Object.entries(value)) this.#fill(`${name}.${inner}`, v);
      return;
    }
    const field = this.#form.querySelector(`[data-field="${name}"]`);
    if (field) field.value = value;
  }

  #changed() {
    this.#dirty = true;
    this.#clearErrors();
    this.#showParts();
  }

  get #mode() {
    return this.#modes.find(mode => mode.checked)?.value ?? 'self-tuned';
  }

  get #policy() {
    return this.#rules.find(rule => rule.checked).value;
  }

  #values() {
    return Object.fromEntries(
      FIELDS[this.#policy].map(name => {
        const { valueAsNumber } = part(`field="${name}"`, this.#form);
        return [name, Number.isNaN(valueAsNumber) ? null : valueAsNumber];
      }),
    );
  }

  #showParts() {
    const pinned = this.#mode === 'pinned';
    this.#pinned.hidden = !pinned;
    for (const row of this.#pinned.querySelectorAll('[data-for]')) row.hidden = row.dataset.for !== this.#policy;
    for (const help of this.#pinned.querySelectorAll('[data-help-for]')) help.hidden = help.dataset.helpFor !== this.#policy;
    const conflict = this.#policy === 'minimum-batch' ? conflictOf(this.#values(), Math.max(1, this.#requests)) : null;
    drawMissed(part('conflict', this.#form), conflict, this.#models);
    this.#actions.hidden = !this.#dirty;
  }

  async #save() {
    this.#clearErrors();
    const body = this.#mode === 'pinned' ? bodyOf(this.#policy, this.#values()) : { mode: 'self-tuned' };
    part('save', this.#form).disabled = true;
    try {
      const response = await fetch(`/api/admin/batching/${encodeURIComponent(this.#pair)}`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json', 'If-Match': `"${this.#shown.version}"`, ...pageHeaders() },
        body: JSON.stringify(body),
      });
      if (hasEnded(response)) return;
      const answer = await response.json();
      if (response.ok) this.#saved(answer);
      else this.#refused(response.status, answer);
    } catch {
      this.#say('The server does not answer', 'Nothing was changed. Try again when it is back.', false);
    } finally {
      part('save', this.#form).disabled = false;
    }
  }

  #saved(answer) {
    this.#dirty = false;
    this.#shown = { ...this.#newest, mode: answer.mode, version: answer.version };
    this.#showParts();
    toast(answer.mode === 'pinned' ? `Pinned: ${answer.settings}` : 'The pair tunes itself');
  }

  #refused(status, problem) {
    const error = problem.field && this.#form.querySelector(`[data-error="${problem.field}"]`);
    if (error) {
      error.replaceChildren(element('span', '', problem.detail));
      error.hidden = false;
      const field = part(`field="${problem.field}"`, this.#form);
      field.setAttribute('aria-invalid', 'true');
      field.focus();
    } else {
      this.#say(problem.title ?? 'Not saved', problem.detail ?? `The server answered with status ${status}.`, status === 412);
    }
  }

  #say(title, text, stale) {
    const box = part('refusal', this.#form);
    part('refusal-title', box).textContent = title;
    part('refusal-text', box).textContent = text;
    part('take-theirs', box).hidden = !stale;
    box.hidden = false;
  }

  #clearErrors() {
    part('refusal', this.#form).hidden = true;
    for (const error of this.#form.querySelectorAll('[data-error]')) error.hidden = true;
    for (const field of this.#form.querySelectorAll('[aria-invalid]')) field.removeAttribute('aria-invalid');
  }
}
