/** A real Postgres server that starts and stops with TokenRouter and keeps its data in a folder. */
@NullMarked
package io.tokenrouter.app.postgres;

import org.jspecify.annotations.NullMarked;
