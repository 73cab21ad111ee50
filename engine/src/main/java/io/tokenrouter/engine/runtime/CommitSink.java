package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.api.TokenSignals.Agreement;
import io.tokenrouter.engine.routing.Step;
import org.jspecify.annotations.Nullable;

/** Where committed tokens go. */
interface CommitSink {

    /** Role index of an id that no model proposed. */
    int NOBODY = -1;

    /**
     * @param index 0 for the first generated token
     * @param writer role index, or {@link #NOBODY}
     * @param step the writer's step; null without a writer
     * @param first the step of the role that was asked first at this position; null if none was
     * @param other role index of another role that proposed at this position, or {@link #NOBODY}
     * @param proposed that role's step; null without one
     * @param judged what a model that judged a draft there says of it; null if none did
     * @return true if this token ends the answer
     */
    boolean committed(
            int index,
            int id,
            int writer,
            @Nullable Step step,
            @Nullable Step first,
            int other,
            @Nullable Step proposed,
            @Nullable Agreement judged);
}
