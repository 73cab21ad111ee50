package io.tokenrouter.engine.subserver;

import io.tokenrouter.engine.executor.Device;
import io.tokenrouter.engine.executor.ExecutorSpec;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One model of a {@link DeviceGroup} as a decision sees it: plain figures, guarded by the lock of the {@link StepScheduler}. */
final class GroupMember {

    final String id;
    final int maxRows;
    final List<Integer> stepSizes;
    final Device device;
    final Transitions transitions = new Transitions();
    private final Runnable wake;

    /** Set as soon as it has joined. */
    @Nullable
    DeviceGroup group;

    /** Whether no other model's steps take place on its device. Read by any thread without the lock. */
    volatile boolean ownsDevice;

    /** Generations that hold a seat and so may come. Read by the subserver's thread without the lock. */
    volatile int seats;

    /** Rows that wait at the subserver, as it last said; those on their way to it are counted apart. */
    private int lined;

    /** Seats that were ever sent to the subserver, and how many of them it has received. */
    private long sent;

    private long received;

    /** Since when the row has waited that was sent first of those not received. */
    private long firstSentNanos;

    private long oldestLinedNanos;

    /** Since when the model has been idle with rows ready; of no meaning while it has none or is in a step. */
    long heldFromNanos;

    /** Rows of the step that runs or was granted; 0 when idle. */
    int inStep;

    /** Most rows of a step that the subserver has still to begin; 0 if there is none. Read by its thread without the lock. */
    volatile int granted;

    /** Whether the subserver has to ask the scheduler though nothing was granted. */
    volatile boolean mustAsk;

    long startedNanos;
    long predictedNanos;

    /** Of the step that runs: how much of its time alone has passed. */
    double elapsedNanos;

    /** Whether another step of the device ran meanwhile. */
    boolean overlapped;

    /** Whether rows have been kept back since the last decision, and for how long before that. */
    boolean isHeld;

    long heldNanos;

    /** How long the rows of the step that was granted had been kept back. */
    long heldBeforeStepNanos;

    /**
     * @param wake makes the subserver's thread look for a grant
     */
    GroupMember(String id, ExecutorSpec spec, Device device, Runnable wake) {
        this.id = id;
        this.maxRows = spec.maxRows();
        this.stepSizes = spec.stepSizes();
        this.device = device;
        this.wake = wake;
    }

    DeviceGroup group() {
        return Objects.requireNonNull(group);
    }

    /** Makes the subserver's thread look at everything once more. */
    void wakeUp() {
        mustAsk = true;
        wake.run();
    }

    /** Of the subserver's thread, without the lock: whether the scheduler has something to say. */
    boolean isCalled() {
        return granted > 0 || mustAsk;
    }

    /** Rows that are ready for a step. */
    int waiting() {
        return lined + (int) (sent - received);
    }

    long oldestNanos() {
        if (sent == received) {
            return oldestLinedNanos;
        }
        return lined == 0 ? firstSentNanos : Math.min(firstSentNanos, oldestLinedNanos);
    }

    boolean isReady() {
        return inStep == 0 && waiting() > 0;
    }

    void sent(long nowNanos) {
        if (waiting() == 0) {
            heldFromNanos = nowNanos;
        }
        if (sent == received) {
            firstSentNanos = nowNanos;
        }
        sent++;
    }

    /** The subserver says what is in its line. Rows that arrive meanwhile are counted from now. */
    void lined(int rows, long oldestReadyNanos, long receivedSeats, long nowNanos) {
        if (received != receivedSeats) {
            firstSentNanos = nowNanos;
        }
        lined = rows;
        received = receivedSeats;
        oldestLinedNanos = oldestReadyNanos;
        transitions.showLine();
    }

    /**
     * @param rows of the step, as far as known
     * @param mostRows that it may take
     */
    void grant(int rows, int mostRows, long nowNanos) {
        transitions.granted(rows, waiting());
        inStep = rows;
        startedNanos = nowNanos;
        elapsedNanos = 0;
        overlapped = false;
        heldBeforeStepNanos = heldNanos;
        heldNanos = 0;
        isHeld = false;
        granted = mostRows;
        wake.run();
    }

    /** The step is over, or was not needed. */
    void idle(long nowNanos) {
        inStep = 0;
        heldFromNanos = nowNanos;
    }
}
