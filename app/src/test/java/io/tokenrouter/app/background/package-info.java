@NullUnmarked
package io.tokenrouter.app.background;

import org.jspecify.annotations.NullUnmarked;
