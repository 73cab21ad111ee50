/**
 * Small tools on UTF-8 bytes. Open to every other package; imports none of them.
 */
@NullMarked
package io.tokenrouter.engine.text;

import org.jspecify.annotations.NullMarked;
