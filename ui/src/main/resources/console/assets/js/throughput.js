// Puts the page of throughput together.

import { drawBars } from './bars.js';
import { part } from './dom.js';
import { duration, rate } from './format.js';
import { startLiveThroughput } from './live.js';
import { drawRows } from './rows-histogram.js';
import { hasEnded } from './session.js';
import { fillFigures, fillValues } from './throughput-tables.js';
import { append, camel, gaps, heldBars, heldText, measured, step, time } from './throughput-text.js';
import { TimeChart } from './time-chart.js';

const LIVE_UP_TO = 3600;
const WHOLE_AGAIN_MS = 60_000;
const STEP = 10;

const { target: id, small, large, seconds } = document.getElementById('main').dataset;
const span = Number(seconds);
const isLive = span <= LIVE_UP_TO;
// the small model's area lies below the large model's line
const writers = large ? [{ id: small, role: 'small' }, { id: large, role: 'large' }] : [{ id, role: 'alone' }];
const asked = new Set([id, small, large].filter(Boolean));

const lineOf = { small: 'small', large: 'large', alone: 'main' };
const inMillis = value => duration(value);
const threeLines = [{ label: 'p50', line: 'quiet' }, { label: 'p95', line: 'main' }, { label: 'p99', line: 'strong' }];

function chart(name, title, lines, show, most) {
  return new TimeChart(part(`chart="${name}"`), part(`legend="${name}"`), { name: title, lines, show, most });
}

const charts = {
  speed: chart('speed', 'Tokens per second', writers.map(w => ({ label: w.id, line: lineOf[w.role] })), value => `${rate(value)} /s`),
  share: large && chart('share', 'Share of tokens by the large model', [{ label: 'large model', line: 'large' }], value => `${value.toFixed(1)} %`),
  requests: chart('requests', 'Requests', [{ label: 'running', line: 'main' }, { label: 'waiting', line: 'dotted' }], value => value.toFixed(1)),
  first: chart('first', 'Time to the first token', threeLines, inMillis),
  between: chart('between', 'Time between tokens', threeLines, inMillis),
  rows: chart('rows', 'Rows in a step, mean', writers.map(w => ({ label: w.id, line: lineOf[w.role] })), value => value.toFixed(1)),
  held: chart('held', 'Held before a step, mean', writers.map(w => ({ label: w.id, line: lineOf[w.role] })), inMillis),
  kv: chart('kv', 'KV cache in use', writers.map(w => ({ label: w.id, line: lineOf[w.role] })), value => `${value.toFixed(1)} %`),
};

let shown = null;
let loadedAt = 0;
let newest = null;
let turn = Promise.resolve();

function question(from, stepSeconds) {
  const query = new URLSearchParams({ from: new Date(from).toISOString() });
  if (stepSeconds) query.set('step', stepSeconds);
  for (const model of asked) query.append('model', model);
  return query;
}

async function ask(from, stepSeconds) {
  const response = await fetch(`/api/admin/throughput?${question(from, stepSeconds)}`);
  if (hasEnded(response) || !response.ok) throw new Error(`the server answered ${response.status}`);
  return camel(await response.json());
}

const nothing = () => shown.at.map(() => null);
const model = name => shown.models.find(entry => entry.model === name);
const inPercent = values => values.map(value => (value === null ? null : value * 100));

function drawCharts() {
  const target = shown.targets.find(entry => entry.target === id)?.series;
  const show = (chart, ...series) => chart?.show([shown.at, ...series.map(values => values ?? nothing())], span);
  show(charts.speed, ...writers.map(w => target?.tokensPerSecond[w.id] ?? (w.role === 'alone' ? model(w.id)?.series.tokensPerSecond : null)));
  show(charts.share, target && inPercent(target.largeShare));
  show(charts.requests, target?.running, target?.waiting);
  for (const [name, key] of [['first', 'firstTokenMillis'], ['between', 'betweenTokensMillis']]) {
    show(charts[name], ...['p50', 'p95', 'p99'].map(p => target?.[key][p]));
  }
  show(charts.rows, ...writers.map(w => model(w.id)?.series.rowsPerStep));
  show(charts.held, ...writers.map(w => model(w.id)?.series.heldMillis));
  show(charts.kv, ...writers.map(w => model(w.id) && inPercent(model(w.id).series.kvUsage)));
  tellGaps(target?.running ?? nothing());
  fillValues(shown, id, writers, span);
}

function tellGaps(values) {
  const found = gaps(shown.at, values, shown.step);
  const said = found.slice(-3).map(([from, to]) => `from ${time(from, span)} to ${time(to, span)}`);
  part('gaps').textContent = found.length
    ? `Nothing was measured ${said.join(' and ')}: the server was away or this was not loaded. Where nothing was measured nothing is drawn, never a zero.`
    : 'Where nothing was measured nothing is drawn, never a zero.';
}

function drawWhole() {
  const target = shown.targets.find(entry => entry.target === id);
  const written = Object.values(target?.totals.tokens ?? {}).reduce((sum, n) => sum + n, 0);
  part('empty').hidden = written > 0;
  part('measured').hidden = written === 0;
  part('sub').textContent = `${id}, ${time(shown.at[0], span)} to ${time(Date.parse(shown.to) / 1000, span)}, one point each ${step(shown.step)}`;
  if (written === 0) return;
  drawCharts();
  for (const { id: name, role } of writers) {
    const card = part(`writer="${role}"`);
    const totals = model(name)?.totals;
    card.hidden = !totals;
    if (!totals) continue;
    drawRows(part('rows', card), name, role, totals.stepsByRows);
    part('rows-note', card).textContent = totals.rowsPerStep === null ? 'no step' : `mean ${totals.rowsPerStep.toFixed(1)}`;
    drawBars(part('held', card), heldBars(totals.heldByOctave), role, `Held before a step of ${name}`, 'no step');
    part('held-note', card).textContent = heldText(totals);
  }
  fillFigures(shown, target.totals, writers);
}

function failed(why) {
  part('unread').hidden = why === null;
  if (why !== null) part('unread-text').textContent = why;
}

async function loadWhole() {
  try {
    const now = Date.now();
    shown = await ask(now - span * 1000);
    part('csv').href = `/api/admin/throughput.csv?${question(now - span * 1000)}`;
    loadedAt = now;
    failed(null);
    drawWhole();
  } catch (error) {
    failed(`${error.message}. The figures below are as they were.`);
  }
}

async function loadMore() {
  try {
    const last = shown.at[Math.max(0, measured(shown) - 1)];
    shown = append(shown, await ask(last * 1000, STEP), span);
    drawCharts();
  } catch (error) {
    failed(`${error.message}. The figures below are as they were.`);
  }
}

function tellDatabase({ databaseDownSince, samplesWaiting }) {
  part('down').hidden = !databaseDownSince;
  part('from-memory').hidden = !databaseDownSince;
  if (!databaseDownSince) return;
  part('down-since').textContent = time(Date.parse(databaseDownSince) / 1000, LIVE_UP_TO);
  part('down-waiting').textContent = samplesWaiting;
}

/** One at a time and in order: an answer that comes late must not undo a newer one. */
function take(status) {
  if (!status) return;
  const wasDown = !part('down').hidden;
  tellDatabase(status);
  const isBack = wasDown && !status.databaseDownSince;
  if (status.newestSample === newest && !isBack) return;
  newest = status.newestSample;
  turn = turn.then(() => {
    const isDue = Date.now() - loadedAt > WHOLE_AGAIN_MS || isBack;
    const isEmpty = !shown || part('measured').hidden;
    if (isDue || (isEmpty && isLive)) return loadWhole();
    return isLive && shown.step === STEP ? loadMore() : undefined;
  });
}

const choice = part('target-choice');
part('target-go').hidden = true;
choice.addEventListener('change', () => choice.form.requestSubmit());
part('unread-again').addEventListener('click', () => (turn = turn.then(loadWhole)));
turn = loadWhole();
startLiveThroughput(take);
