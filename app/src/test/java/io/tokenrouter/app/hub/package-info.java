@NullMarked
package io.tokenrouter.app.hub;

import org.jspecify.annotations.NullMarked;
