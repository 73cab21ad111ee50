/**
 * Tests against reference results that other engines computed (folder {@code shared/golden}).
 */
@NullMarked
package io.tokenrouter.engine.golden;

import org.jspecify.annotations.NullMarked;
