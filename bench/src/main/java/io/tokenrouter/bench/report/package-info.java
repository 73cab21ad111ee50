/** What every benchmark ends with: a table for people and the same figures as JSON. */
@NullMarked
package io.tokenrouter.bench.report;

import org.jspecify.annotations.NullMarked;
