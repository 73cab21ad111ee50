package io.tokenrouter.engine.tuning;

/** What the steps of a group of models can do to each other, as far as their device says. */
public enum DeviceSharing {
    /** Each model has a device of its own. */
    SEPARATE,
    /** One device that runs one step at a time. */
    ONE_STEP_AT_A_TIME,
    /** One device on which steps may overlap; whether they had better do is measured. */
    OVERLAPPING
}
