package io.tokenrouter.engine.executor;

/**
 * What the steps of an executor occupy. Executors whose devices are equal share one: the scheduler decides upon their steps
 * together. A GPU on which each executor has a stream of its own is one device for all of them, with steps that may overlap.
 */
public interface Device {

    /**
     * True if a step has the device to itself. The scheduler then begins no step while another one runs: a batch that is formed
     * later is larger.
     */
    boolean runsOneStepAtATime();

    /** The device of an executor that shares it with nobody. */
    record Own(ModelExecutor executor) implements Device {
        @Override
        public boolean runsOneStepAtATime() {
            return true;
        }
    }
}
