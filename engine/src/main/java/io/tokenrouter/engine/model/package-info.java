/**
 * Model files and configurations.
 */
@NullMarked
package io.tokenrouter.engine.model;

import org.jspecify.annotations.NullMarked;
