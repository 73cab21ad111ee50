package io.tokenrouter.app.v1;

import io.tokenrouter.engine.grammar.Grammar;
import java.util.function.Supplier;

/**
 * What an answer must be.
 *
 * @param place of the request that asks for it
 * @param key equal for equal grammars alone
 * @param grammar throws {@link ApiException} for what cannot be held
 */
record AnswerForm(String place, String key, Supplier<Grammar> grammar) {}
