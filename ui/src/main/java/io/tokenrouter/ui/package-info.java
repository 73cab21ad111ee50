/**
 * The operators' web console: pages, their data, and the live figures. Reads the engine's snapshots and what the
 * application gives it through {@link io.tokenrouter.ui.ConsoleCatalog}; browsers talk to the HTTP API for everything else.
 */
@NullMarked
package io.tokenrouter.ui;

import org.jspecify.annotations.NullMarked;
