/**
 * What a pair would do under a load that it does not have: throughput, latency and the batching settings that suit it, as
 * figures, as a table and as a drawing. Knows neither the server nor its database.
 */
@NullMarked
package io.tokenrouter.app.forecast;

import org.jspecify.annotations.NullMarked;
