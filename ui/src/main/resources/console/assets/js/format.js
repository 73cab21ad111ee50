// Figures as people read them. Pure.

/** Nats: more digits where the figure is small. */
export function nats(value) {
  if (value >= 0.1) return value.toFixed(2);
  return value >= 0.01 ? value.toFixed(3) : value.toFixed(4);
}

/** A fraction, 0 to 1, in percent with one decimal. */
export function percent(fraction) {
  return `${(fraction * 100).toFixed(1)} %`;
}

/** Probability of a natural log-probability; never claims a certainty that the digits hide. */
export function probability(logprob) {
  const p = Math.exp(logprob) * 100;
  if (p > 99.99) return 'over 99.99 %';
  if (p < 0.1) return p < 0.001 ? 'under 0.001 %' : `${p.toFixed(3)} %`;
  return `${p.toFixed(p > 99 ? 2 : 1)} %`;
}

/** Milliseconds, in seconds from one second on. */
export function duration(ms) {
  if (ms >= 10_000) return `${(ms / 1000).toFixed(1)} s`;
  if (ms >= 1000) return `${(ms / 1000).toFixed(2)} s`;
  return ms >= 10 ? `${Math.round(ms)} ms` : `${ms.toFixed(1)} ms`;
}

/** Tokens per second. */
export function rate(perSecond) {
  return perSecond.toLocaleString('en', { maximumFractionDigits: perSecond < 10 ? 1 : 0 });
}

/** Whole numbers with thousands marked. */
export function count(n) {
  return n.toLocaleString('en');
}

/** A value of an option as people write it: a number never with an exponent. */
export function plain(value) {
  return typeof value === 'number' ? value.toLocaleString('en', { maximumSignificantDigits: 17, useGrouping: false }) : String(value);
}

/** Bytes in decimal units, as the server's pages have them. */
export function bytes(n) {
  if (n < 1e6) return `${(n / 1e3).toFixed(1)} kB`;
  return n < 1e9 ? `${(n / 1e6).toFixed(1)} MB` : `${(n / 1e9).toFixed(2)} GB`;
}

/** White space made visible, for a single token on its own. */
export function visible(text) {
  if (text === '') return '∅';
  return text.replaceAll('\n', '⏎').replaceAll('\t', '⇥').replace(/^ +| +$/g, spaces => '␣'.repeat(spaces.length));
}

/** A few words that name a prompt. */
export function shortTitle(prompt) {
  const line = prompt.trim().replace(/\s+/g, ' ');
  return line.length <= 32 ? line : `${line.slice(0, 31).trimEnd()}…`;
}
