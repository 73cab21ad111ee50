package io.tokenrouter.engine.calibrate;

/** Hears how far a calibration is. Called by any thread, one at a time; must return at once. */
public interface Progress {

    /** Hears nothing. */
    Progress NONE = new Progress() {
        @Override
        public void begins(String what, int prompts) {}

        @Override
        public void answered() {}
    };

    /**
     * All prompts of a part are asked once more.
     *
     * @param what for people
     */
    void begins(String what, int prompts);

    /** One of them has its answer. */
    void answered();
}
