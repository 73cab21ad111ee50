@NullMarked
package io.tokenrouter.app.registry;

import org.jspecify.annotations.NullMarked;
