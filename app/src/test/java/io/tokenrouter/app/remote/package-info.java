@NullMarked
package io.tokenrouter.app.remote;

import org.jspecify.annotations.NullMarked;
