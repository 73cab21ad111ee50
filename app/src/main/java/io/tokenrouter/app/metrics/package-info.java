/** Figures of the engine as Micrometer meters, and the pages that scrapers read. Names are frozen: dashboards rely on them. */
@NullMarked
package io.tokenrouter.app.metrics;

import org.jspecify.annotations.NullMarked;
