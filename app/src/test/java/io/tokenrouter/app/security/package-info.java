@NullMarked
package io.tokenrouter.app.security;

import org.jspecify.annotations.NullMarked;
