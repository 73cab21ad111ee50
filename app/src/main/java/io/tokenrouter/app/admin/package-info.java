/** The admin API under {@code /api/admin}: JSON in snake case, failures as problem details of RFC 9457. */
@NullMarked
package io.tokenrouter.app.admin;

import org.jspecify.annotations.NullMarked;
