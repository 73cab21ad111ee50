/** Who may ask for which address, how a session is shown, and what a refusal looks like. */
@NullMarked
package io.tokenrouter.app.security;

import org.jspecify.annotations.NullMarked;
