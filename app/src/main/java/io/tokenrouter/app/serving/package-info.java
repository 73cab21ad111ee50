/**
 * What the server offers to callers at this moment: pairs, models, routing policies, and whether it takes requests. Read by
 * the HTTP API, filled by the registry.
 */
@NullMarked
package io.tokenrouter.app.serving;

import org.jspecify.annotations.NullMarked;
