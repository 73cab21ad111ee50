/**
 * Constrained decoding: which tokens may come next, so that the whole answer has a given form.
 *
 * <p>A {@link io.tokenrouter.engine.grammar.Grammar} is made of a JSON schema or put together from parts, and is about bytes. {@link
 * io.tokenrouter.engine.grammar.TokenGrammars} brings it together with a vocabulary: a pushdown automaton over bytes, run over the trie
 * of all tokens, gives the mask of each state.
 */
@NullMarked
package io.tokenrouter.engine.grammar;

import org.jspecify.annotations.NullMarked;
