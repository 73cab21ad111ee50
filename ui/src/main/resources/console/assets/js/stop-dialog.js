// Asks before a request is stopped, and says what came of it. Those who may only look have no such dialog.

import { send } from './admin.js';
import { part } from './dom.js';
import { toast } from './shell.js';

class StopDialog {
  #dialog;
  #onStopped;
  #id = null;

  /** @param onStopped is called when the request was told to end */
  constructor(dialog, onStopped) {
    this.#dialog = dialog;
    this.#onStopped = onStopped;
    part('stop-now', dialog).addEventListener('click', event => this.#stop(event.currentTarget));
    part('stop-form', dialog).addEventListener('submit', event => {
      event.preventDefault();
      this.#stop(part('stop-now', dialog));
    });
  }

  ask(id, name) {
    this.#id = id;
    part('stop-name', this.#dialog).textContent = name;
    part('stop-reason', this.#dialog).value = '';
    part('stop-error', this.#dialog).hidden = true;
    this.#dialog.showModal();
  }

  async #stop(button) {
    button.disabled = true;
    const reason = part('stop-reason', this.#dialog).value.trim();
    const { ok, status, answer } = await send('POST', `/api/admin/requests/${this.#id}/cancel`, reason ? { reason } : {});
    button.disabled = false;
    if (ok || status === 409) {
      this.#dialog.close();
      toast(ok ? 'Stopped: both models let go of it' : 'It had ended before');
      this.#onStopped();
      return;
    }
    const error = part('stop-error', this.#dialog);
    error.textContent = `${answer.title ?? 'Not done'}. ${answer.detail ?? `The server answered with status ${status}.`}`;
    error.hidden = false;
  }
}

/** Lets the buttons of the page that stop a request do so, also those that come later. */
export function watchStopButtons(onStopped) {
  const box = document.querySelector('[data-stop-dialog]');
  if (!box) return;
  const dialog = new StopDialog(box, onStopped);
  document.addEventListener('click', event => {
    const button = event.target.closest('[data-stop]');
    if (button) dialog.ask(button.dataset.stop, button.dataset.name);
  });
}
