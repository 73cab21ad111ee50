/** Tests of what positions of answers tell. */
@NullMarked
package io.tokenrouter.app.signals;

import org.jspecify.annotations.NullMarked;
