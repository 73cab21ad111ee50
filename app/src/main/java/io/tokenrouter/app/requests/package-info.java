/**
 * Generations as operators follow them: those that run, those that ended, the way of each between its models. Memory is
 * bounded whatever is asked; no text is kept.
 */
@NullMarked
package io.tokenrouter.app.requests;

import org.jspecify.annotations.NullMarked;
