// Versions of a policy: which there are, what changed between two of them, and back to an old one.

import { clearRefusals, send, showRefusal } from './admin.js';
import { element, part } from './dom.js';
import { expectation, sourceOf } from './expectation.js';
import { plain } from './format.js';
import { forecastShare, REQUESTS, SpeedForecast } from './speed-forecast.js';
import { cells, comparison } from './version-figures.js';

const { policy, version, may, example, vocabulary, quality } = document.getElementById('main').dataset;
const newest = Number(version);
const base = `/api/admin/policies/${encodeURIComponent(policy)}`;
let rollTo = null;
let versions = [];
let outcomes = new Map();
let showFigures = () => {};
const forecast = example ? new SpeedForecast(example, speeds => showFigures(speeds)) : null;
const known = { seen: null, quality: quality ? JSON.parse(quality) : null, vocabulary: Number(vocabulary ?? 0) };

function cell(label, ...content) {
  const td = element('td', '', ...content);
  if (label) td.dataset.l = label;
  return td;
}

function choice(side, number, checked) {
  const radio = element('input', '');
  radio.type = 'radio';
  radio.name = side;
  radio.value = number;
  radio.checked = checked;
  return element('label', 'cmp', radio, element('span', 'sr', `${side} version ${number}`));
}

function figures(number) {
  const { answers, tokens, share } = cells(outcomes.get(number));
  return [cell('Answers', answers), cell('Tokens', tokens), cell('Large share', share)].map(td => {
    td.className = 'r';
    return td;
  });
}

function showWhatCame(from, to) {
  const both = [from, to].map(number => versions.find(one => one.version === number));
  const came = both.map(one => outcomes.get(one.version));
  part('came-card').hidden = came.every(one => one === undefined);
  part('came-from').textContent = from;
  part('came-to').textContent = to;
  showFigures = speeds => drawFigures(comparison(both, came, known, speeds), speeds, expectation(both[1], known));
  showFigures([null, null]);
  const share = i => came[i]?.large_share ?? expectation(both[i], known).largeShare;
  forecast?.ask(both.map((one, i) => forecastShare(one, share(i), known.vocabulary)));
}

function drawFigures(rows, speeds, expected) {
  part('came').replaceChildren(
    ...rows.map(([name, texts]) => {
      const head = element('th', '', name);
      head.scope = 'row';
      return element('tr', '', head, ...texts.map(text => element('td', 'r', text)));
    }),
  );
  const forecastNote = speeds.every(speed => speed === null) ? '' : `Tokens/s: forecast for ${REQUESTS} requests at once, from measured step times.`;
  const notes = [expected.largeShare === null ? 'What to expect of the second one is not known.' : sourceOf(expected, known), forecastNote];
  part('came-source').textContent = notes.filter(Boolean).join(' ');
}

function row(one, from) {
  const head = element('th', '', String(one.version));
  head.scope = 'row';
  if (one.version === newest) head.append(' ', element('span', 'state ok', 'in use'));
  const saved = new Date(one.saved_at).toLocaleString('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
  const why = [one.restores && `content of version ${one.restores}`, one.reason].filter(Boolean).join(': ');
  const tr = element('tr', '', head, cell('From', choice('from', one.version, one.version === from)), cell('To', choice('to', one.version, one.version === newest)),
    cell('Saved', saved, element('span', 'sub', one.author ?? '')), cell('Algorithm', one.algorithm), cell('Why', why), ...figures(one.version));
  const actions = cell('');
  actions.className = 'r';
  if (may === 'true' && one.version !== newest) {
    const button = element('button', 'btn tiny', 'Roll back', element('span', 'sr', ` to version ${one.version}`));
    button.type = 'button';
    button.addEventListener('click', () => ask(one.version));
    actions.append(button);
  }
  tr.append(actions);
  return tr;
}

function line(kind, left, right, name, value) {
  const mark = { add: '+', del: '−' }[kind] ?? '';
  const shown = kind === 'add' ? element('ins', '', value) : kind === 'del' ? element('del', '', value) : value;
  const tr = element('tr', kind, element('td', 'ln', left), element('td', 'ln', right), element('td', 'mk', mark), element('td', '', `${name}: `, shown));
  return tr;
}

function lines({ from, to, options }) {
  const entries = [
    { option: 'policy', before: policy, after: policy, changed: false },
    { option: 'version', before: from.version, after: to.version, changed: from.version !== to.version },
    { option: 'algorithm', before: from.algorithm, after: to.algorithm, changed: from.algorithm !== to.algorithm },
    ...options.map(one => ({ ...one, option: `  ${one.option}` })),
  ];
  const rows = [];
  let [left, right] = [0, 0];
  for (const { option, before, after, changed } of entries) {
    if (!changed) {
      rows.push(line('', String(++left), String(++right), option, plain(before ?? after)));
      continue;
    }
    if (before !== null) rows.push(line('del', String(++left), '', option, plain(before)));
    if (after !== null) rows.push(line('add', '', String(++right), option, plain(after)));
  }
  return rows;
}

async function compare() {
  const side = name => document.querySelector(`input[name="${name}"]:checked`)?.value;
  const [from, to] = [side('from'), side('to')];
  if (!from || !to) return;
  const result = await send('GET', `${base}/diff?from=${from}&to=${to}`);
  if (!result.ok) return showRefusal(result);
  const changes = result.answer.options.filter(one => one.changed).length;
  part('diff-title').textContent = `Version ${from} to ${to}`;
  part('diff-caption').textContent = `Line by line; minus is version ${from}, plus is version ${to}`;
  part('diff-count').textContent = `${changes} ${changes === 1 ? 'option' : 'options'} changed, ${result.answer.options.length - changes} equal`;
  part('diff').replaceChildren(...lines(result.answer));
  part('diff-card').hidden = false;
  showWhatCame(Number(from), Number(to));
}

function ask(number) {
  rollTo = number;
  part('roll-title').textContent = `Roll back to version ${number}?`;
  part('roll-text').textContent = `This saves version ${newest + 1} with the content of version ${number}; requests use it from the next one on. Answers that are running keep version ${newest}.`;
  document.getElementById('d-roll').showModal();
}

// those who may only look have no dialog
document.querySelector('[data-roll]')?.addEventListener('submit', async event => {
  event.preventDefault();
  clearRefusals();
  const reason = part('roll-reason').value.trim();
  const result = await send('POST', `${base}/roll-back`, { version: rollTo, ...(reason ? { reason } : {}) }, { 'If-Match': `"${newest}"` });
  document.getElementById('d-roll').close();
  if (result.ok) location.reload();
  else showRefusal(result);
});

// figures may be missing, while the database does not answer say; versions are shown without them then
const [result, came, seen] = await Promise.all([
  send('GET', `${base}/versions`),
  send('GET', `${base}/figures`),
  example ? send('GET', `/api/admin/policies/signals?pair=${encodeURIComponent(example)}`) : { ok: false },
]);
if (result.ok) {
  ({ versions } = result.answer);
  if (came.ok) outcomes = new Map(came.answer.versions.map(one => [one.version, one]));
  if (seen.ok && seen.answer.points.length > 0) known.seen = seen.answer;
  const before = versions[1]?.version ?? newest;
  part('version-rows').replaceChildren(...versions.map(one => row(one, before)));
  part('versions').addEventListener('change', compare);
  compare();
} else {
  showRefusal(result);
}
