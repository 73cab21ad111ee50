@NullMarked
package io.tokenrouter.app.tools;

import org.jspecify.annotations.NullMarked;
