// The dialog in which a key is made or changed.

import { change } from './admin-api.js';
import { element, part } from './dom.js';

const NUMBERS = ['requests_per_minute', 'tokens_per_minute'];

/** Midnight, UTC, of a day as the date field has it; null for none. */
export function instantOf(day) {
  return day === '' ? null : `${day}T00:00:00Z`;
}

/** The day that shows an instant; '' for none. */
export function dayOf(instant) {
  return instant === null ? '' : instant.slice(0, 10);
}

export class KeyForm {
  #dialog = part('key-dialog');
  #form = part('key-form', this.#dialog);
  #fields = [...this.#form.querySelectorAll('[data-field]')];
  #key = null;
  #onMade;
  #onChanged;

  /**
   * @param onMade is given the answer to a new key
   * @param onChanged is given the key as it is now
   * @param onRevoke is given the key that is to be revoked
   */
  constructor({ onMade, onChanged, onRevoke }) {
    this.#onMade = onMade;
    this.#onChanged = onChanged;
    this.#form.addEventListener('submit', event => {
      event.preventDefault();
      this.#save();
    });
    part('revoke', this.#form).addEventListener('click', () => {
      this.#dialog.close();
      onRevoke(this.#key);
    });
  }

  /** @param key as it is; null for a new one */
  open(key) {
    this.#key = key;
    part('key-title').textContent = key ? `Key ${key.name}` : 'New key';
    part('save', this.#form).textContent = key ? 'Save' : 'Make key';
    part('revoke', this.#form).hidden = key === null;
    this.#clearErrors();
    for (const field of this.#fields) {
      const value = key?.[field.dataset.field] ?? null;
      field.value = field.type === 'date' ? dayOf(value) : (value ?? '');
    }
    for (const box of this.#models()) box.checked = key?.models.includes(box.value) ?? false;
    part('may-route', this.#form).checked = key?.may_route ?? false;
    this.#dialog.showModal();
  }

  #models() {
    return [...this.#form.querySelectorAll('[data-model]')];
  }

  #settings() {
    const settings = Object.fromEntries(this.#fields.map(field => [field.dataset.field, field.value.trim()]));
    for (const name of NUMBERS) {
      const { valueAsNumber, validity } = part(`field="${name}"`, this.#form);
      // what is no number at all must not be sent as if it had been left empty
      settings[name] = validity.badInput ? 'no number' : Number.isNaN(valueAsNumber) ? null : valueAsNumber;
    }
    settings.expires_at = this.#end(settings.expires_at);
    settings.models = this.#models()
      .filter(box => box.checked)
      .map(box => box.value);
    settings.may_route = part('may-route', this.#form).checked;
    return settings;
  }

  /** A key may end in the middle of a day, which the field cannot show: it stays so unless another day is chosen. */
  #end(day) {
    return this.#key && dayOf(this.#key.expires_at) === day ? this.#key.expires_at : instantOf(day);
  }

  async #save() {
    this.#clearErrors();
    const save = part('save', this.#form);
    save.disabled = true;
    try {
      if (this.#key === null) {
        const made = await change('POST', '/api/admin/keys', null, this.#settings());
        this.#dialog.close();
        this.#onMade(made);
      } else {
        const changed = await change('PUT', `/api/admin/keys/${this.#key.id}`, this.#key.version, this.#settings());
        this.#dialog.close();
        this.#onChanged(changed);
      }
    } catch (refusal) {
      this.#show(refusal);
    } finally {
      save.disabled = false;
    }
  }

  #show(refusal) {
    const error = refusal.field && this.#form.querySelector(`[data-error="${refusal.field}"]`);
    if (error) {
      error.replaceChildren(element('span', '', refusal.message));
      error.hidden = false;
      const field = this.#form.querySelector(`[data-field="${refusal.field}"]`);
      field?.setAttribute('aria-invalid', 'true');
      field?.focus();
      return;
    }
    part('refusal-title', this.#form).textContent = refusal.title;
    part('refusal-text', this.#form).textContent =
      refusal.status === 412 ? `${refusal.message} Close this and open the key again to see how it is now.` : refusal.message;
    part('refusal', this.#form).hidden = false;
  }

  #clearErrors() {
    part('refusal', this.#form).hidden = true;
    for (const error of this.#form.querySelectorAll('[data-error]')) error.hidden = true;
    for (const field of this.#form.querySelectorAll('[aria-invalid]')) field.removeAttribute('aria-invalid');
  }
}
