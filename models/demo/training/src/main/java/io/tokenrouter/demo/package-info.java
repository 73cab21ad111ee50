/**
 * The task of the demo pair: arithmetic stories with one canonical worked answer, their split into training, validation and
 * test, and the grader.
 */
@NullMarked
package io.tokenrouter.demo;

import org.jspecify.annotations.NullMarked;
