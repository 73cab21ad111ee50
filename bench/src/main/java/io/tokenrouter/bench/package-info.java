/** The benchmarks of {@code ./tokenrouter bench}, and what they are measured against. */
@NullMarked
package io.tokenrouter.bench;

import org.jspecify.annotations.NullMarked;
