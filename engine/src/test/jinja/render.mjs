// Renders chat templates with Hugging Face's implementation for JavaScript. A line in is {"source", "variables"}, a line out
// {"text"} or {"error"}. The clock stands still, as in the test.
import { createInterface } from "node:readline";
import { Template } from "@huggingface/jinja";

process.env.TZ = "UTC";
const now = Date.UTC(2026, 0, 15, 10, 20, 30);
globalThis.Date = class extends Date {
  constructor() {
    super(now);
  }
};

const compiled = new Map();

function render(source, variables) {
  try {
    if (!compiled.has(source)) {
      compiled.set(source, new Template(source));
    }
    return { text: compiled.get(source).render(variables) };
  } catch (error) {
    return { error: String(error.message) };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const { source, variables } = JSON.parse(line);
  process.stdout.write(JSON.stringify(render(source, variables)) + "\n");
}
