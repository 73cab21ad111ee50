/**
 * Batching as operators see and set it: what is in force and why, what it gives, decisions that are kept, changes that are
 * recorded. Decides nothing about a step itself; that is the engine's.
 */
@NullMarked
package io.tokenrouter.app.batching;

import org.jspecify.annotations.NullMarked;
