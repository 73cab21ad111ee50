package io.tokenrouter.bench.decode;

/**
 * The same prompt for both engines.
 *
 * @param ids what {@code text} is to the model's tokenizer
 */
record Prompt(String text, int[] ids) {}
