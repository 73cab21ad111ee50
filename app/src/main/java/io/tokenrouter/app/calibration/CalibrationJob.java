package io.tokenrouter.app.calibration;

import io.tokenrouter.engine.calibrate.Progress;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A replay that goes on in the background, or has ended. Safe from any thread. */
public final class CalibrationJob {

    /** How far it is. */
    public enum State {
        RUNNING,
        DONE,
        FAILED,
        CANCELLED
    }

    /**
     * A moment of it.
     *
     * @param what is replayed now
     * @param answered prompts of that
     * @param of how many
     * @param result null until it is done
     * @param error null unless it has failed
     */
    public record Status(
            State state,
            String what,
            int answered,
            int of,
            @Nullable Calibrated result,
            @Nullable String error) {}

    private final String id;
    private final CalibrationQuestion question;
    private final Instant begunAt;
    private Status status = new Status(State.RUNNING, "reading the prompts", 0, 0, null, null);
    private @Nullable Thread worker;

    CalibrationJob(String id, CalibrationQuestion question, Instant begunAt) {
        this.id = id;
        this.question = question;
        this.begunAt = begunAt;
    }

    public String id() {
        return id;
    }

    public CalibrationQuestion question() {
        return question;
    }

    public Instant begunAt() {
        return begunAt;
    }

    public synchronized Status status() {
        return status;
    }

    boolean isRunning() {
        return status().state() == State.RUNNING;
    }

    synchronized void runsOn(Thread thread) {
        worker = thread;
    }

    /** Ends it within a step of the models; does nothing to one that has ended. */
    synchronized void cancel() {
        if (status.state() == State.RUNNING) {
            Thread running = worker;
            end(State.CANCELLED, null, null);
            if (running != null) {
                running.interrupt();
            }
        }
    }

    synchronized void done(Calibrated result) {
        if (status.state() == State.RUNNING) {
            end(State.DONE, result, null);
        }
    }

    synchronized void failed(String error) {
        if (status.state() == State.RUNNING) {
            end(State.FAILED, null, error);
        }
    }

    private void end(State state, @Nullable Calibrated result, @Nullable String error) {
        status = new Status(state, status.what(), status.answered(), status.of(), result, error);
        // a thread holds its work, and with it all prompts; a job that has ended is remembered for long
        worker = null;
    }

    Progress progress() {
        return new Progress() {
            @Override
            public void begins(String what, int prompts) {
                synchronized (CalibrationJob.this) {
                    if (status.state() == State.RUNNING) {
                        status = new Status(State.RUNNING, what, 0, prompts, null, null);
                    }
                }
            }

            @Override
            public void answered() {
                synchronized (CalibrationJob.this) {
                    if (status.state() == State.RUNNING) {
                        status = new Status(
                                State.RUNNING, status.what(), status.answered() + 1, status.of(), null, null);
                    }
                }
            }
        };
    }
}
