/** Tests of how operators follow generations. */
@NullMarked
package io.tokenrouter.app.requests;

import org.jspecify.annotations.NullMarked;
