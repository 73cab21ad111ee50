// Puts the overview together: one event a second for what moves, the last minutes again with each new sample.

import { part } from './dom.js';
import { startLiveOverview } from './live.js';
import { rates, shares } from './overview-figures.js';
import { makeLanes } from './overview-lanes.js';
import { fillPairs, fillPlaces, fillTapes } from './overview-tables.js';
import { clearMoment, fillMinutes, fillMoment } from './overview-tiles.js';
import { Refresher } from './parts.js';
import { hasEnded } from './session.js';
import { camel } from './throughput-text.js';

const SPAN = 900;

const hasTiles = document.querySelector('[data-tile]') !== null;
const refresher = new Refresher();
let before = null;
let now = null;
let revision = null;
let newest = null;
let minutes = null;
let lanes = null;
let turn = Promise.resolve();

const writers = () => [...document.querySelectorAll('[data-place]')].map(row => ({ id: row.dataset.place, role: row.dataset.role }));
const drawn = writers();
const isDrawn = () => JSON.stringify(drawn) === JSON.stringify(writers());

function fill() {
  const found = now ? rates(before, now) : { models: {}, pairs: {} };
  fillPairs(now, found, minutes ? shares(minutes) : undefined);
  fillPlaces(now, found);
  fillTapes(now, found);
  if (!hasTiles) return;
  if (now) fillMoment(now, found, Object.fromEntries(drawn.map(({ id, role }) => [id, role])));
  else clearMoment();
}

function drawMinutes() {
  const isSilent = !minutes.models.some(({ totals }) => totals.writtenTokens > 0);
  part('speed').removeAttribute('aria-busy');
  part('reading').hidden = true;
  part('silent').hidden = !isSilent;
  part('lanes').hidden = isSilent;
  fillMinutes(minutes);
  if (isSilent) return;
  lanes ??= makeLanes(part('lanes'), drawn);
  for (const lane of lanes) lane.show(minutes, SPAN);
}

async function loadMinutes() {
  if (!hasTiles) return;
  try {
    const response = await fetch(`/api/admin/throughput?from=${new Date(Date.now() - SPAN * 1000).toISOString()}`);
    if (hasEnded(response) || !response.ok) throw new Error(`the server answered ${response.status}`);
    minutes = camel(await response.json());
    part('unread').hidden = true;
    drawMinutes();
  } catch (error) {
    part('unread').hidden = false;
    part('unread-text').textContent = `${error.message}. What moves each second is shown all the same.`;
    part('reading').hidden = minutes !== null;
    part('reading').textContent = 'The last 15 minutes could not be read.';
  }
  fill();
}

/** Parts that the server renders: states, reasons, changes. Other models need other charts. */
async function refresh() {
  if (!(await refresher.refresh())) return;
  if (isDrawn()) fill();
  else location.reload();
}

function take(moment) {
  before = moment && now;
  now = moment;
  fill();
  if (!moment) return;
  part('down').hidden = !moment.databaseDownSince;
  const hasChanged = revision !== null && moment.revision !== revision;
  const isSampled = moment.newestSample !== newest;
  const isFirst = revision === null;
  revision = moment.revision;
  newest = moment.newestSample;
  if (hasChanged || (isSampled && !isFirst)) refresh();
  if (isSampled || isFirst) turn = turn.then(loadMinutes);
}

part('unread-again').addEventListener('click', () => (turn = turn.then(loadMinutes)));
startLiveOverview(take);
