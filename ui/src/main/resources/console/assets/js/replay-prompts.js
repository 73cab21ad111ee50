// Problems that somebody pasted: a JSON object a line, as the command line reads them from a file. Pure.

function promptOf(line) {
  try {
    const { prompt, answer } = JSON.parse(line);
    const isAnswer = answer === undefined || answer === null || ['string', 'number', 'boolean'].includes(typeof answer);
    if (typeof prompt !== 'string' || prompt.trim() === '' || !isAnswer) return null;
    return answer === undefined || answer === null ? { prompt } : { prompt, answer: String(answer) };
  } catch {
    return null;
  }
}

/** @returns {{ prompts: object[], error: string | null }} blank lines are left out */
export function readPrompts(text) {
  const prompts = [];
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const prompt = promptOf(line);
    if (prompt === null) return { prompts: [], error: `Line ${i + 1} is no JSON object with a text "prompt" and, if at all, an "answer".` };
    prompts.push(prompt);
  }
  return { prompts, error: prompts.length === 0 ? 'Name problems to replay.' : null };
}

/** Every second one measures what the others have chosen. */
export function split(prompts) {
  return { prompts: prompts.filter((_, i) => i % 2 === 0), held_out: prompts.filter((_, i) => i % 2 === 1) };
}
