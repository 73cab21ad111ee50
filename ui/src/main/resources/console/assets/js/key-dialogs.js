// The two small dialogs of keys: a new one is shown once, and one is revoked only when that is meant.

import { change } from './admin-api.js';
import { part } from './dom.js';

/** Shows a new key until somebody says that it is stored; then it is gone from the page as well. */
export class OnceDialog {
  #dialog = part('once-dialog');
  #stored = part('stored', this.#dialog);
  #done = part('done', this.#dialog);

  /** @param onDone is called when it is closed */
  constructor(onDone) {
    this.#stored.addEventListener('change', () => this.#allowDone());
    this.#done.addEventListener('click', () => this.#dialog.close());
    // Escape and a click beside it would lose the key
    this.#dialog.addEventListener('cancel', event => {
      if (!this.#stored.checked) event.preventDefault();
    });
    this.#dialog.addEventListener(
      'click',
      event => {
        if (event.target === this.#dialog && !this.#stored.checked) event.stopImmediatePropagation();
      },
      { capture: true },
    );
    this.#dialog.addEventListener('close', () => {
      part('secret', this.#dialog).textContent = '';
      onDone();
    });
  }

  show(secret) {
    part('secret', this.#dialog).textContent = secret;
    this.#stored.checked = false;
    this.#allowDone();
    this.#dialog.showModal();
  }

  #allowDone() {
    this.#done.disabled = !this.#stored.checked;
  }
}

export class RevokeDialog {
  #dialog = part('revoke-dialog');
  #key = null;

  /** @param onRevoked is given the key as it is then */
  constructor(onRevoked) {
    part('revoke-now', this.#dialog).addEventListener('click', event => this.#revoke(event.currentTarget, onRevoked));
  }

  ask(key) {
    this.#key = key;
    part('revoke-title').textContent = `Revoke the key ${key.name}?`;
    part('revoke-refusal').hidden = true;
    this.#dialog.showModal();
  }

  async #revoke(button, onRevoked) {
    button.disabled = true;
    try {
      const revoked = await change('DELETE', `/api/admin/keys/${this.#key.id}`, this.#key.version, null);
      this.#dialog.close();
      onRevoked(revoked);
    } catch (refusal) {
      part('revoke-refusal-title').textContent = refusal.title;
      part('revoke-refusal-text').textContent = refusal.message;
      part('revoke-refusal').hidden = false;
    } finally {
      button.disabled = false;
    }
  }
}
