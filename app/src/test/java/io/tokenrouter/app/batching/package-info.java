/** What is measured and shown of batching. */
@NullMarked
package io.tokenrouter.app.batching;

import org.jspecify.annotations.NullMarked;
