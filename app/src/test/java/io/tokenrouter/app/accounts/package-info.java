@NullMarked
package io.tokenrouter.app.accounts;

import org.jspecify.annotations.NullMarked;
