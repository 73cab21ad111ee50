package io.tokenrouter.engine.throughput;

/** What steps of different models do to each other. */
public sealed interface DeviceMode {

    /** Each model has a device of its own. */
    record Separate() implements DeviceMode {}

    /** One device, one step at a time. */
    record OneStepAtATime() implements DeviceMode {}

    /**
     * One device on which steps overlap.
     *
     * @param slowdown a step's time while another one runs, divided by its time alone; at least 1
     */
    record Overlapping(double slowdown) implements DeviceMode {
        public Overlapping {
            if (!(slowdown >= 1) || !(slowdown < 1e6)) {
                throw new IllegalArgumentException(
                        "steps that overlap slow each other 1 to 1e6 times, not " + slowdown);
            }
        }
    }
}
