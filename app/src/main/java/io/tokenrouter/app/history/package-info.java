/**
 * What models and pairs did over time: samples of ten seconds, kept in memory for the last hour and in the database, rolled up to
 * minutes and hours. What was not measured is not there: a gap is never zero.
 */
@NullMarked
package io.tokenrouter.app.history;

import org.jspecify.annotations.NullMarked;
