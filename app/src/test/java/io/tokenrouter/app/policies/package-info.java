@NullMarked
package io.tokenrouter.app.policies;

import org.jspecify.annotations.NullMarked;
