@NullMarked
package io.tokenrouter.engine.grammar;

import org.jspecify.annotations.NullMarked;
