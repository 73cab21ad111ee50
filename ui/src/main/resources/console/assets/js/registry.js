// Models, pairs and one pair: buttons that change something, states and figures that follow by themselves.

import { clearRefusals, send, showRefusal } from './admin.js';
import { part } from './dom.js';
import { percent, rate } from './format.js';
import { startLiveRegistry } from './live.js';
import { showNewest } from './newest-tape.js';
import { refreshParts } from './parts.js';
import { toast } from './shell.js';

let revision = null;
let last = null;
// what the page is about is being removed, and asking for it again would find nothing
let leaving = false;

async function act(source, body) {
  clearRefusals();
  const { act: address, method = 'POST', version, done, go } = source.dataset;
  const headers = version ? { 'If-Match': `"${version}"` } : {};
  leaving = Boolean(go);
  const result = await send(method, address, method === 'DELETE' ? undefined : body, headers);
  leaving = leaving && result.ok;
  if (!result.ok) showRefusal(result);
  else if (go) location.assign(go);
  else {
    if (done) toast(done);
    if (result.version !== null && version) source.dataset.version = result.version;
    await refreshParts();
  }
}

document.addEventListener('click', event => {
  const opener = event.target.closest('[data-open]');
  if (opener) document.getElementById(opener.dataset.open).showModal();
  const button = event.target.closest('button[data-act]');
  if (button) act(button, {});
});

for (const form of document.querySelectorAll('[data-dialog-act]')) {
  form.addEventListener('submit', event => {
    event.preventDefault();
    const body = {};
    for (const field of form.querySelectorAll('[name]')) {
      if (field.value !== '') body[field.name] = field.type === 'number' ? field.valueAsNumber : field.value;
    }
    form.closest('dialog').close();
    act(form, body);
  });
}

const follow = document.querySelector('[data-follow]');
follow?.addEventListener('submit', async event => {
  event.preventDefault();
  clearRefusals();
  const { act: address, version } = follow.dataset;
  const policy = part('follow-policy', follow).value;
  const result = await send('PUT', address, { policy }, { 'If-Match': `"${version}"` });
  if (result.ok) location.reload();
  else showRefusal(result);
});

/** What a pair wrote a second between two events, and by whom; null for the first. */
function speeds(now, id) {
  const [pair, before] = [now, last].map(motion => motion?.pairs.find(one => one.id === id));
  if (!pair || !before || now.atMillis <= last.atMillis) return null;
  const seconds = (now.atMillis - last.atMillis) / 1000;
  const [small, large] = ['small', 'large'].map(writer => (pair[writer] - before[writer]) / seconds);
  return small < 0 || large < 0 ? null : { large, all: small + large };
}

function showNow(box, motion) {
  const ids = { small: box.dataset.small, large: box.dataset.large };
  const speed = speeds(motion, box.dataset.now);
  part('now-rate', box).textContent = speed === null ? '–' : rate(speed.all);
  part('now-share', box).textContent = speed?.all ? percent(speed.large / speed.all) : '–';
  showNewest(part('now-tape', box), box.dataset.now, motion.pairs.find(one => one.id === box.dataset.now)?.newest ?? '');
  let waiting = 0;
  for (const [role, id] of Object.entries(ids)) {
    const model = motion.models.find(one => one.id === id);
    const used = model?.totalBlocks ? (100 * model.usedBlocks) / model.totalBlocks : null;
    part(`now-kv="${role}"`, box).value = used ?? 0;
    part(`now-kv-text="${role}"`, box).textContent = used === null ? '–' : `${Math.round(used)} %`;
    waiting += model?.waiting ?? 0;
  }
  part('now-waiting', box).textContent = waiting;
}

async function show(motion) {
  if (motion === null || leaving) return;
  if (revision !== motion.revision) {
    revision = motion.revision;
    await refreshParts();
  }
  for (const cell of document.querySelectorAll('[data-running]')) {
    cell.textContent = motion.running[cell.dataset.running] ?? 0;
  }
  const now = document.querySelector('[data-now]');
  if (now) showNow(now, motion);
  last = motion;
}

startLiveRegistry(show);
