package io.tokenrouter.app.batching;

import io.tokenrouter.engine.subserver.GroupShape;
import io.tokenrouter.engine.subserver.StepScheduler;
import io.tokenrouter.engine.throughput.BatchingSettings;
import java.util.List;

/** The engine's groups of models, and who decides about them. Safe from any thread; returns at once. */
interface BatchingControl {

    /** All groups of this moment with what they do. */
    List<StepScheduler.Scheduled> groups();

    /** Why a group does what it does, a sentence for people. */
    String reason(StepScheduler.Scheduled group);

    /**
     * Sets what a group does until it is left to tune itself.
     *
     * @throws IllegalArgumentException if the settings do not fit the group, which goes on as before
     */
    void pin(GroupShape group, BatchingSettings settings);

    /** Leaves a group to tune itself, from what it does now; where nothing tunes, its steps start at once again. */
    void selfTune(GroupShape group);
}
