/**
 * What positions of answers tell of the models: counted over all traffic, and recorded one by one of a sample. Both are fed by one
 * listener, and neither holds text.
 */
@NullMarked
package io.tokenrouter.app.signals;

import org.jspecify.annotations.NullMarked;
