package io.tokenrouter.engine.routing;

import io.tokenrouter.engine.api.FinishReason;

/** Where a request goes next. */
public sealed interface Hop {

    static Hop to(Role role) {
        return new To(role);
    }

    static Hop done(FinishReason why) {
        return new Done(why);
    }

    /** One model acts. */
    record To(Role role) implements Hop {}

    /** The algorithm ends the answer; a tail that is left is dropped. */
    record Done(FinishReason why) implements Hop {}
}
