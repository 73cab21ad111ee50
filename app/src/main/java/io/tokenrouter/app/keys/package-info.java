/**
 * Keys of programs that call the API: who has one, what it may ask for and how often, and whether one is needed at all. Postgres
 * is the truth; requests are judged by a copy in memory, which outlives an outage of the database.
 */
@NullMarked
package io.tokenrouter.app.keys;

import org.jspecify.annotations.NullMarked;
