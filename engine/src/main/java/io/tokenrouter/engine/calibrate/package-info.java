/**
 * From an outcome to a threshold: by counting signals of positions, and by replaying prompts through the real pair. The counting is pure
 * mathematics; the replay uses an engine as any caller does.
 */
@NullMarked
package io.tokenrouter.engine.calibrate;

import org.jspecify.annotations.NullMarked;
