package io.tokenrouter.engine.tokenizer;

/**
 * A token that is looked for in a text before anything else is done to it.
 *
 * @param control counts only where a template wrote it; any other counts everywhere
 * @param stripsLeft takes the white space in front of it along
 * @param stripsRight takes the white space behind it along
 * @param normalized is looked for after the text was normalized, in its own normalized form
 */
record AddedToken(
        int id, String spelling, boolean control, boolean stripsLeft, boolean stripsRight, boolean normalized) {}
