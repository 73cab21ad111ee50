/** Tests of API keys. */
@NullMarked
package io.tokenrouter.app.keys;

import org.jspecify.annotations.NullMarked;
