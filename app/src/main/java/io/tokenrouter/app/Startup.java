package io.tokenrouter.app;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** A start on its way: tells in short lines what begins, and ends early when it is cancelled. Safe from any thread. */
public final class Startup {

    private final Consumer<String> listener;
    private final CompletableFuture<Void> cancelled = new CompletableFuture<>();

    /** @param listener is given one line for each part that takes its time */
    public Startup(Consumer<String> listener) {
        this.listener = listener;
    }

    /**
     * A part begins.
     *
     * @throws StartupException if the start was cancelled
     */
    public void begins(String line) {
        verifyWanted();
        listener.accept(line);
    }

    /** @throws StartupException if the start was cancelled */
    public void verifyWanted() {
        if (cancelled.isDone()) {
            throw new StartupException("the start was stopped");
        }
    }

    /** Makes the parts end as soon as they can. */
    public void cancel() {
        cancelled.complete(null);
    }

    /** Runs an action when the start is cancelled; at once if it is already. */
    public void onCancel(Runnable action) {
        cancelled.thenRun(action);
    }
}
