/**
 * Router heads: small networks on the rows of a model that tell how a token should be routed. What they are and how their files are
 * read; executors run them.
 */
@NullMarked
package io.tokenrouter.engine.heads;

import org.jspecify.annotations.NullMarked;
