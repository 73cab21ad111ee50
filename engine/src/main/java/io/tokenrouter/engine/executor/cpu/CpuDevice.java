package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.executor.Device;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The cores of this process, shared by all its CPU executors. One step at a time has all of them; steps of several models
 * take turns in the order in which they came. The thread that runs a step is worker 0 and does its share of the work.
 *
 * <p>Workers look for work for a short while and then sleep, so an idle device costs nothing, and a step never waits for a
 * worker that the operating system has not scheduled: whoever runs takes the next piece.
 */
public final class CpuDevice implements Device, AutoCloseable {

    private final ReentrantLock turn = new ReentrantLock(true);
    private final WorkSharing work;
    private final List<Thread> workers = new ArrayList<>();

    /**
     * @param threads cores that a step uses, the calling thread's among them; at least 1
     */
    public CpuDevice(int threads) {
        if (threads < 1) {
            throw new IllegalArgumentException("a CPU device needs at least 1 thread, not " + threads);
        }
        work = new WorkSharing(threads);
        for (int i = 1; i < threads; i++) {
            int worker = i;
            workers.add(
                    Thread.ofPlatform().name("cpu-device-" + worker).daemon().start(() -> work.serve(worker)));
        }
    }

    /** As many threads as the system property {@code tokenrouter.cpu.threads} says, or else as there are processors. */
    public static CpuDevice ofThisMachine() {
        return new CpuDevice(Integer.getInteger(
                "tokenrouter.cpu.threads", Runtime.getRuntime().availableProcessors()));
    }

    /** Threads of a step, the caller's among them. */
    public int threads() {
        return workers.size() + 1;
    }

    @Override
    public boolean runsOneStepAtATime() {
        return true;
    }

    /** Waits for this thread's turn to use the cores. */
    void begin() {
        turn.lock();
    }

    /** Passes the cores on. */
    void end() {
        turn.unlock();
    }

    /**
     * Does pieces {@code 0 .. pieces - 1} on all cores and returns when all are done. Only between {@link #begin} and
     * {@link #end}.
     *
     * @throws RuntimeException or Error that a piece threw; the other pieces are done all the same
     */
    void run(int pieces, Piece piece) {
        work.run(pieces, piece);
    }

    /** Ends the workers; steps run afterwards on the calling thread alone. */
    @Override
    public void close() {
        work.close(workers);
    }

    /** Work that was cut into pieces which may run at the same time. */
    @FunctionalInterface
    interface Piece {
        /**
         * @param piece which
         * @param worker 0 to threads - 1; no two pieces run at once under the same number, so it may own scratch memory
         */
        void run(int piece, int worker);
    }
}
