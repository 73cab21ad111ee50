/** Routing policies: what they say and said, who follows them, and what a threshold would come to. */
@NullMarked
package io.tokenrouter.app.policies;

import org.jspecify.annotations.NullMarked;
