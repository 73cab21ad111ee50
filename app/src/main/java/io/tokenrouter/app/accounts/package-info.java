/** Who uses the console and the admin API, what they may do there, and what they did. */
@NullMarked
package io.tokenrouter.app.accounts;

import org.jspecify.annotations.NullMarked;
