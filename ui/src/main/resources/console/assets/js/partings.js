// Where answers to one question part: the first token that differs, and where the large model was asked. Pure.

function tokensOf(run) {
  return run ? run.pieces.flatMap(piece => piece.entries.map((entry, i) => ({ ...entry, text: i === 0 ? piece.text : '' }))) : [];
}

/** Index of the first token at which two lists of tokens differ; -1 where they are the same. */
function firstDifference(one, other) {
  const length = Math.max(one.length, other.length);
  for (let i = 0; i < length; i++) if (one[i]?.id !== other[i]?.id) return i;
  return -1;
}

function happened(at, { asked, corrects, smallParts, routedParts }) {
  const words = [];
  if (asked) words.push(corrects ? 'Large corrects' : 'Large asked, both agree');
  if (at === smallParts) words.push('small alone goes another way here');
  if (at === routedParts) words.push('routed goes another way than large here');
  return words.join(', ');
}

/**
 * @param {Run | null} small @param {Run} routed @param {Run | null} large
 * @param {number} most rows
 * @returns {Array<{ number, before, small, large, routed, byLarge, entropy, what }>} tokens as text, null for none
 */
export function partings(small, routed, large, most = 20) {
  const [s, r, l] = [small, routed, large].map(tokensOf);
  const smallParts = small && large ? firstDifference(s, l) : -1;
  const routedParts = large ? firstDifference(r, l) : -1;
  const rows = [];
  let before = '';
  for (let i = 0; i < Math.max(s.length, r.length, l.length) && rows.length < most; i++) {
    const proposed = r[i]?.proposed ?? null;
    const asked = proposed !== null;
    if (asked || i === smallParts || i === routedParts) {
      rows.push({
        number: i + 1,
        before: before.slice(-14),
        small: s[i]?.text ?? null,
        large: l[i]?.text ?? null,
        routed: r[i]?.text ?? null,
        byLarge: r[i]?.writer != null && r[i].writer === routed.target.large,
        entropy: r[i]?.entropy ?? null,
        what: happened(i, { asked, corrects: asked && proposed.id !== r[i].id, smallParts, routedParts }),
      });
    }
    before += r[i]?.text ?? '';
  }
  return rows;
}

/** @returns {number} the first token at which two runs differ, from 1; 0 where they are the same */
export function partsAt(one, other) {
  return firstDifference(tokensOf(one), tokensOf(other)) + 1;
}
