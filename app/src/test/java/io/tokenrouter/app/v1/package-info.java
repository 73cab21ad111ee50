@NullMarked
package io.tokenrouter.app.v1;

import org.jspecify.annotations.NullMarked;
