// Puts the page of keys together. After each change the page is fetched again and what it shows is taken from it.

import { change } from './admin-api.js';
import { part } from './dom.js';
import { OnceDialog, RevokeDialog } from './key-dialogs.js';
import { KeyForm } from './key-form.js';
import { toast, watchScrolling } from './shell.js';

async function refresh() {
  try {
    const response = await fetch(location.href, { headers: { Accept: 'text/html' } });
    if (!response.ok) throw new Error(response.status);
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const [shown, newest] = [part('keys'), part('keys', page)];
    shown.replaceChildren(...newest.childNodes);
    shown.dataset.accessVersion = newest.dataset.accessVersion;
    wire();
    watchScrolling(shown);
    // the button that had the focus is another one now
    if (document.activeElement === document.body) document.getElementById('main').focus();
  } catch {
    toast('The page could not be refreshed: load it again');
  }
}

async function require(required) {
  try {
    await change('PUT', '/api/admin/api-access', part('keys').dataset.accessVersion, { keys_required: required });
    toast(required ? 'The API asks for a key' : 'The API answers without a key');
  } catch (refusal) {
    toast(`${refusal.title}. ${refusal.message}`);
  }
  await refresh();
}

let open = () => {};

function wire() {
  for (const button of document.querySelectorAll('[data-new-key]')) button.onclick = () => open(null);
  for (const button of part('keys').querySelectorAll('[data-change-key]')) {
    button.onclick = () => open(JSON.parse(button.dataset.changeKey));
  }
  for (const button of part('keys').querySelectorAll('[data-require]')) {
    button.onclick = () => require(button.dataset.require === 'true');
  }
}

// those who may only look have no dialogs
if (document.querySelector('[data-key-dialog]')) {
  const once = new OnceDialog(refresh);
  const revoke = new RevokeDialog(key => {
    toast(`Revoked: ${key.name}`);
    refresh();
  });
  const form = new KeyForm({
    onMade: ({ secret }) => once.show(secret),
    onChanged: key => {
      toast(`Saved: ${key.name}`);
      refresh();
    },
    onRevoke: key => revoke.ask(key),
  });
  open = key => form.open(key);
}
wire();
