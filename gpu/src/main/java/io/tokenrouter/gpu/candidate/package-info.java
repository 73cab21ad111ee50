/**
 * From rows of logits on a device to tokens, signals and numbers of heads: only a few numbers of a row reach the host, but for what
 * requests ask of it as a whole.
 */
@NullMarked
package io.tokenrouter.gpu.candidate;

import org.jspecify.annotations.NullMarked;
