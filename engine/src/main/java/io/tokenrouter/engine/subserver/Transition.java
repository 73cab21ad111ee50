package io.tokenrouter.engine.subserver;

import java.util.concurrent.atomic.AtomicLong;

/**
 * From one model to another one: how many of the generations at the first are expected at the second after a step, which is the sum
 * of their probabilities. Sums are in units of 2<sup>-32</sup>, so that taking away what was added leaves nothing behind in any order;
 * what was ever sent and received may wrap around, their difference is small.
 */
final class Transition {

    private static final double ONE = 1L << 32;

    final GroupMember to;

    /** Of all seats ever sent to the model; from any thread. */
    private final AtomicLong sent = new AtomicLong();

    // Of the subserver's thread: all seats ever received, those in its line, those that the step that begins gives an
    // answer.
    private long received;
    private long line;
    private long step;

    // Guarded by the lock of the scheduler.
    private long linedUnlessReceived;
    private long inStep;

    Transition(GroupMember to) {
        this.to = to;
    }

    void sent(double probability) {
        sent.addAndGet(units(probability));
    }

    void received(double probability) {
        received += units(probability);
    }

    void clearLine() {
        line = 0;
    }

    void lined(double probability) {
        line += units(probability);
    }

    void clearStep() {
        step = 0;
    }

    void answers(double probability) {
        step += units(probability);
    }

    /** The line is as it was last summed up. */
    void showLine() {
        linedUnlessReceived = line - received;
    }

    /**
     * A step was granted whose rows are not chosen yet.
     *
     * @param rows that it is to have
     * @param waiting of so many, at least 1
     */
    void granted(int rows, int waiting) {
        long ofAll = linedUnlessReceived + sent.get();
        inStep = rows >= waiting ? ofAll : Math.round((double) ofAll * rows / waiting);
    }

    /** The step begins with the rows that were last summed up. */
    void began() {
        inStep = step;
    }

    /** Generations of the step that runs. */
    double expected() {
        return inStep / ONE;
    }

    private static long units(double probability) {
        return (long) (probability * ONE);
    }
}
