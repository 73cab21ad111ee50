/**
 * Block allocation, block tables and the shared-prefix cache. Plain data structures that know no device.
 */
@NullMarked
package io.tokenrouter.engine.kvcache;

import org.jspecify.annotations.NullMarked;
