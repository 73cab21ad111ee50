/** Routing policies: what they say and said, and who follows them. */
@NullMarked
package io.tokenrouter.app.policies;

import org.jspecify.annotations.NullMarked;
