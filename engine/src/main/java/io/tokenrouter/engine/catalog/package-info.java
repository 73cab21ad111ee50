/**
 * Turns model files into loaded models: metadata, tokenizer, chat template and executor, and compares two of them as a pair.
 */
@NullMarked
package io.tokenrouter.engine.catalog;

import org.jspecify.annotations.NullMarked;
