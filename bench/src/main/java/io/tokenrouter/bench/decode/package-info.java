/** Batched decoding of one model, measured against llama.cpp. */
@NullMarked
package io.tokenrouter.bench.decode;

import org.jspecify.annotations.NullMarked;
