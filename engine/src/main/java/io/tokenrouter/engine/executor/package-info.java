/**
 * The seam between the runtime and a device: batches in, candidates out.
 */
@NullMarked
package io.tokenrouter.engine.executor;

import org.jspecify.annotations.NullMarked;
