// Who may sign in: adds, changes, disables, resets. Each change sends the version that the page shows, so nothing is overwritten.

import { part } from './dom.js';
import { hasEnded, pageHeaders } from './session.js';

const ACCOUNTS = '/api/admin/accounts';

const add = part('add-dialog');
const change = part('change-dialog');
const once = part('once-dialog');

/** Sends a change; gives the answer, or null where it was refused and the dialog says why. */
async function send(dialog, method, path, body, headers = {}) {
  const refusal = part('refusal', dialog);
  refusal.hidden = true;
  const buttons = dialog.querySelectorAll('footer .btn');
  buttons.forEach(button => (button.disabled = true));
  let why = 'The server does not answer. Nothing was changed.';
  try {
    const response = await fetch(path, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers, ...pageHeaders() },
      body: body && JSON.stringify(body),
    });
    if (hasEnded(response)) return null;
    const answer = await response.json();
    if (response.ok) return answer;
    why = answer.detail ?? `The server answered with status ${response.status}.`;
  } catch {
    // said below
  } finally {
    buttons.forEach(button => (button.disabled = false));
  }
  part('refusal-text', refusal).textContent = why;
  refusal.hidden = false;
  return null;
}

function showOnce(name, password) {
  part('who', once).textContent = name;
  part('secret', once).textContent = password;
  once.showModal();
}

function reasonIn(dialog) {
  const reason = part('reason', dialog).value.trim();
  return reason ? { reason } : {};
}

part('add').addEventListener('click', () => {
  part('add-form').reset();
  part('refusal', add).hidden = true;
  add.showModal();
});

part('add-form').addEventListener('submit', async event => {
  event.preventDefault();
  const name = part('name', add).value.trim();
  const made = await send(add, 'POST', ACCOUNTS, { name, role: part('role', add).value, ...reasonIn(add) });
  if (!made) return;
  add.close();
  showOnce(made.name, made.one_time_password);
});

/** Address and version of whoever the dialog is about. */
let about = { path: '', version: '' };

document.querySelectorAll('[data-person]').forEach(row =>
  part('change', row).addEventListener('click', () => {
    about = { path: `${ACCOUNTS}/${encodeURIComponent(row.dataset.person)}`, version: `"${row.dataset.version}"` };
    part('refusal', change).hidden = true;
    part('who', change).textContent = row.dataset.person;
    part('role', change).value = row.dataset.role;
    part('disabled', change).checked = row.dataset.disabled === 'true';
    part('reason', change).value = '';
    change.showModal();
  }),
);

part('change-form').addEventListener('submit', async event => {
  event.preventDefault();
  const body = { role: part('role', change).value, disabled: part('disabled', change).checked, ...reasonIn(change) };
  if (await send(change, 'PATCH', about.path, body, { 'If-Match': about.version })) location.reload();
});

part('reset', change).addEventListener('click', async () => {
  const reset = await send(change, 'POST', `${about.path}/password`, null, { 'If-Match': about.version });
  if (!reset) return;
  change.close();
  showOnce(reset.name, reset.one_time_password);
});

// what the rows say is old by now
part('done', once).addEventListener('click', () => once.close());
once.addEventListener('close', () => {
  part('secret', once).textContent = '';
  location.reload();
});
