/**
 * Tests that compare the engine with llama.cpp on the same GGUF files.
 */
@NullMarked
package io.tokenrouter.engine.llamacpp;

import org.jspecify.annotations.NullMarked;
