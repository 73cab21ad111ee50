/**
 * Small tools on text: UTF-8, stop strings, JSON. Open to every other package; imports none of them.
 */
@NullMarked
package io.tokenrouter.engine.text;

import org.jspecify.annotations.NullMarked;
