/**
 * What routers are trained on: positions of answers, what the small model would have written there and what it knew, and whether
 * that would have spoiled the answer.
 */
@NullMarked
package io.tokenrouter.train.labels;

import org.jspecify.annotations.NullMarked;
