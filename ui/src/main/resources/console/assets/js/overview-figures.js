// What the overview makes of the server's moments and of the last minutes. Pure; null is what is not known.

const sum = values => values.reduce((all, value) => all + value, 0);
const known = values => values.filter(value => value !== null && value !== undefined);

/**
 * Rates between two moments. What is not in both, or began to count anew, has none.
 *
 * @returns {{ models: Record<string, { speed: number, stepMillis: number | null }>, pairs: Record<string, { small: number, large: number }> }}
 */
export function rates(before, now) {
  const seconds = before ? (now.atMillis - before.atMillis) / 1000 : 0;
  const found = { models: {}, pairs: {} };
  if (seconds <= 0) return found;
  for (const model of now.models) {
    const old = before.models.find(one => one.model === model.model);
    if (!old || model.writtenTokens < old.writtenTokens || model.steps < old.steps) continue;
    const steps = model.steps - old.steps;
    found.models[model.model] = {
      speed: (model.writtenTokens - old.writtenTokens) / seconds,
      stepMillis: steps === 0 ? null : (1000 * (model.busySeconds - old.busySeconds)) / steps,
    };
  }
  for (const pair of now.pairs) {
    const old = before.pairs.find(one => one.pair === pair.pair);
    if (!old) continue;
    found.pairs[pair.pair] = { small: (pair.smallTokens - old.smallTokens) / seconds, large: (pair.largeTokens - old.largeTokens) / seconds };
  }
  return found;
}

/** What all models wrote a second, and of that those of each role; null before two moments. */
export function speeds(found, roles) {
  const ids = Object.keys(found.models);
  if (ids.length === 0) return null;
  const of = role => sum(ids.filter(id => roles[id] === role).map(id => found.models[id].speed));
  return { all: sum(ids.map(id => found.models[id].speed)), small: of('small'), large: of('large') };
}

/** The model whose KV cache is fullest; null where none is loaded. */
export function fullest(now) {
  const used = now.models.filter(model => model.totalBlocks > 0).map(model => ({ id: model.model, share: model.usedBlocks / model.totalBlocks }));
  return used.reduce((most, one) => (most === null || one.share > most.share ? one : most), null);
}

/** Share of the large models in what pairs wrote: of all, and of each pair that wrote anything; null where nothing was written. */
export function shares(shown) {
  const pairs = shown.targets.filter(target => target.large);
  const counted = pairs.map(({ target, large, totals }) => ({ target, large: totals.tokens[large] ?? 0, all: sum(Object.values(totals.tokens)) }));
  const written = counted.filter(pair => pair.all > 0);
  if (written.length === 0) return null;
  return {
    all: sum(written.map(pair => pair.large)) / sum(written.map(pair => pair.all)),
    pairs: written.map(pair => ({ id: pair.target, share: pair.large / pair.all })),
  };
}

/** Whose 95th of 100 first tokens came last; null where none came. */
export function slowestFirst(shown) {
  const timed = shown.targets.map(({ target, totals }) => ({ id: target, millis: totals.firstTokenMillis.p95 })).filter(one => one.millis !== null);
  return timed.reduce((most, one) => (most === null || one.millis > most.millis ? one : most), null);
}

/** At each point what `join` makes of the known values of all series; null where none is known. */
function joined(shown, series, join) {
  return shown.at.map((_, i) => {
    const values = known(series.map(one => one?.[i]));
    return values.length === 0 ? null : join(values);
  });
}

/** The lines of the tiles over the last minutes. */
export function courses(shown) {
  const pairs = shown.targets.filter(target => target.large);
  const ofPairs = joined(shown, pairs.flatMap(({ series }) => Object.values(series.tokensPerSecond)), sum);
  const ofLarge = joined(shown, pairs.map(({ large, series }) => series.tokensPerSecond[large]), sum);
  return {
    written: joined(shown, shown.models.map(({ series }) => series.tokensPerSecond), sum),
    share: ofPairs.map((all, i) => (all ? ofLarge[i] / all : null)),
    requests: joined(shown, shown.targets.map(({ series }) => series.running), sum),
    first: joined(shown, shown.targets.map(({ series }) => series.firstTokenMillis.p95), values => Math.max(...values)),
    kv: joined(shown, shown.models.map(({ series }) => series.kvUsage), values => Math.max(...values)),
  };
}

/** Paths of a small line in a picture of 100 by 28, from zero up; a gap is no line, and a value between two gaps a short one. */
export function spark(values) {
  const top = Math.max(...known(values), 0) || 1;
  const x = i => ((i * 100) / Math.max(1, values.length - 1)).toFixed(1);
  const y = value => (27 - (value / top) * 23).toFixed(1);
  let line = '';
  let area = '';
  values.forEach((value, i) => {
    if (value === null) return;
    const begins = (values[i - 1] ?? null) === null;
    const ends = (values[i + 1] ?? null) === null;
    line += `${begins ? 'M' : 'L'}${x(i)} ${y(value)}${begins && ends ? 'h.6' : ''}`;
    area += `${begins ? `M${x(i)} 28L` : 'L'}${x(i)} ${y(value)}${ends ? `L${x(i)} 28Z` : ''}`;
  });
  return { line, area };
}
