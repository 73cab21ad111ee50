// Talks to a running server through the official client. Usage: check.mjs BASE_URL PAIR SMALL LARGE
import assert from "node:assert/strict";
import OpenAI from "openai";

const [baseUrl, pair, small, large] = process.argv.slice(2);
const messages = [
  {
    role: "user",
    content:
      "Sara has 54 old and 75 new beads. A friend takes 55. A friend brings 257 more. How many beads are there at the end?",
  },
];
const client = new OpenAI({ baseURL: `${baseUrl}/v1`, apiKey: "unused", maxRetries: 0, timeout: 600_000 });

const checks = {
  async models() {
    const ids = [];
    for await (const model of client.models.list()) ids.push(model.id);
    for (const id of [pair, small, large]) assert.ok(ids.includes(id), `${ids}`);
    assert.equal((await client.models.retrieve(pair)).id, pair);
  },

  async chat() {
    const answer = await client.chat.completions.create({ model: pair, messages, temperature: 0 });
    assert.match(answer.choices[0].message.content, /Answer: 331$/);
    assert.equal(answer.choices[0].finish_reason, "stop");
    assert.equal(answer.usage.total_tokens, answer.usage.prompt_tokens + answer.usage.completion_tokens);
  },

  async stream() {
    const whole = await client.chat.completions.create({ model: pair, messages, temperature: 0 });
    const chunks = await client.chat.completions.create({
      model: pair,
      messages,
      temperature: 0,
      stream: true,
      stream_options: { include_usage: true },
    });
    let text = "";
    let usage;
    for await (const chunk of chunks) {
      text += chunk.choices[0]?.delta?.content ?? "";
      if (chunk.usage) usage = chunk.usage;
    }
    assert.equal(text, whole.choices[0].message.content);
    assert.equal(usage.completion_tokens, whole.usage.completion_tokens);
  },

  async accumulated() {
    const runner = client.chat.completions.stream({ model: pair, messages, temperature: 0, n: 2 });
    const final = await runner.finalChatCompletion();
    assert.equal(final.choices.length, 2);
    for (const choice of final.choices) assert.match(choice.message.content, /Answer: 331$/);
  },

  async routing() {
    const chunks = await client.chat.completions.create({
      model: pair,
      messages,
      temperature: 0,
      stream: true,
      routing: { policy: "uncertainty", threshold: 0.2, trace: true },
    });
    const trace = [];
    let routing;
    for await (const chunk of chunks) {
      trace.push(...(chunk.choices[0]?.trace ?? []));
      routing = chunk.routing ?? routing;
    }
    assert.equal(routing.pair, pair);
    assert.equal(trace.length, routing.completion_tokens[small] + routing.completion_tokens[large]);
    assert.deepEqual(new Set(trace.map((entry) => entry.writer)), new Set([small, large]));
  },

  async errors() {
    await assert.rejects(
      client.chat.completions.create({ model: "nobody", messages }),
      (error) => error instanceof OpenAI.NotFoundError && error.code === "model_not_found",
    );
    await assert.rejects(
      client.chat.completions.create({ model: pair, messages, top_p: 2 }),
      (error) => error instanceof OpenAI.BadRequestError && error.param === "top_p",
    );
  },

  async abort() {
    for (let i = 0; i < 5; i++) {
      const chunks = await client.chat.completions.create({ model: pair, messages, stream: true, ignore_eos: true });
      for await (const _ of chunks) break;
    }
    await checks.chat();
  },

  async many() {
    const one = async () => {
      let text = "";
      const chunks = await client.chat.completions.create({ model: pair, messages, temperature: 0, stream: true });
      for await (const chunk of chunks) text += chunk.choices[0]?.delta?.content ?? "";
      return text;
    };
    const texts = await Promise.all(Array.from({ length: 32 }, one));
    assert.equal(new Set(texts).size, 1);
    assert.match(texts[0], /Answer: 331$/);
  },
};

for (const [name, check] of Object.entries(checks)) {
  await check();
  console.log("ok", name);
}
