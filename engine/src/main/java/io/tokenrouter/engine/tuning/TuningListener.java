package io.tokenrouter.engine.tuning;

/** Told by the tuner's thread. What it throws is logged and changes nothing. */
public interface TuningListener {

    /** The group is to follow a plan from now on; often the same schedule with step times measured anew. */
    void planned(TunedPlan plan);

    /** A schedule was changed; the plan that follows it was told before. */
    default void adopted(Adoption adoption) {}
}
