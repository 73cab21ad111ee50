/** The demo pair as benchmarks use it: its model files and its problems as prompts. */
@NullMarked
package io.tokenrouter.bench.demo;

import org.jspecify.annotations.NullMarked;
