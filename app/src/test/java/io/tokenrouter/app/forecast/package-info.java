/** Forecasts against closed forms. */
@NullMarked
package io.tokenrouter.app.forecast;

import org.jspecify.annotations.NullMarked;
