/**
 * Tokenizers, chat templates and incremental detokenization, each built from a model file's own data.
 */
@NullMarked
package io.tokenrouter.engine.tokenizer;

import org.jspecify.annotations.NullMarked;
