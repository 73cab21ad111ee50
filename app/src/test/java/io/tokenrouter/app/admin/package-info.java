/** The admin API of the running server. */
@NullMarked
package io.tokenrouter.app.admin;

import org.jspecify.annotations.NullMarked;
