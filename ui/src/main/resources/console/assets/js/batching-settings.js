// What can be pinned, and what is worth saying about it. Pure.

/** Fields of each rule, as the API names them. */
export const FIELDS = {
  greedy: [],
  'minimum-batch': ['small.rows', 'small.max_wait_ms', 'large.rows', 'large.max_wait_ms'],
  'index-hold': ['theta'],
  'shared-threshold': ['threshold', 'requests'],
};

/** The body of a request: empty fields are left out, dotted names are nested. */
export function bodyOf(policy, values) {
  const body = { mode: 'pinned', policy };
  for (const [name, value] of Object.entries(values)) {
    if (value === null) continue;
    const [outer, inner] = name.split('.');
    if (inner) body[outer] = { ...body[outer], [inner]: value };
    else body[outer] = value;
  }
  return body;
}

/**
 * Two minimum batches that may each be missed while all requests wait: in words, and how many then wait for each model. Null where
 * there is nothing to say.
 */
export function conflictOf(values, requests) {
  const sum = values['small.rows'] + values['large.rows'];
  const unlimited = values['small.max_wait_ms'] === null && values['large.max_wait_ms'] === null;
  if (!unlimited || !(sum > requests + 1)) return null;
  const atSmall = Math.min(values['small.rows'] - 1, requests);
  const atLarge = Math.min(requests - atSmall, values['large.rows'] - 1);
  const text =
    `With ${requests} running, ${atSmall} can wait for the small model and ${atLarge} for the large one, and neither has enough. ` +
    `The server then starts the fuller one, so nothing stops, but steps are smaller than asked for. Safe from ${sum - 1} running on, or with a longest wait.`;
  return {
    text,
    small: { waiting: atSmall, wanted: values['small.rows'] },
    large: { waiting: atLarge, wanted: values['large.rows'] },
  };
}
