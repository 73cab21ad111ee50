package io.tokenrouter.engine.routing.builtin;

import io.tokenrouter.engine.routing.Role;
import io.tokenrouter.engine.routing.Step;

/** One request's memory of how sure the small model was, for {@link Replace}. */
interface Judge {

    /** Looks at the small model's row of the next position, once per row: true if the large model should write there. */
    boolean isHard(Step row);

    /** Hears who wrote that position. */
    void wrote(Role writer);

    /** True if the large model writes the next position whatever the small model would say. */
    boolean keepsLarge();
}
