package io.tokenrouter.gpu.verify;

/** One section of a run. What it throws ends the section and nothing else. */
interface Check {

    enum Kind {
        /** Describes. */
        FACTS,
        /** Whether the device computes what it should: the run fails with it. */
        CORRECTNESS,
        /** How fast. On the emulator it runs in tiny form, so that it is known to run, and its figures are thrown away. */
        TIMING
    }

    String title();

    Kind kind();

    void run(Findings findings) throws Exception;
}
