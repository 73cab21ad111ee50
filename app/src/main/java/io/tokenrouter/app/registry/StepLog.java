package io.tokenrouter.app.registry;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Keeps the parts of one load with their times, and tells of each change. Of one thread. */
final class StepLog {

    private final List<LoadStep> steps = new ArrayList<>();
    private final Consumer<List<LoadStep>> listener;
    private long startedNanos;

    StepLog(Consumer<List<LoadStep>> listener) {
        this.listener = listener;
    }

    /** Ends the part before. */
    void begins(String name) {
        endLast();
        startedNanos = System.nanoTime();
        steps.add(new LoadStep(name, null, null));
        listener.accept(List.copyOf(steps));
    }

    /** Says more about the part that runs. */
    void detail(String detail) {
        LoadStep last = steps.removeLast();
        steps.add(new LoadStep(last.name(), last.millis(), detail));
        listener.accept(List.copyOf(steps));
    }

    void end() {
        endLast();
        listener.accept(List.copyOf(steps));
    }

    private void endLast() {
        if (!steps.isEmpty()) {
            LoadStep last = steps.removeLast();
            @Nullable Long millis = last.millis();
            steps.add(new LoadStep(
                    last.name(),
                    millis == null ? (Long) ((System.nanoTime() - startedNanos) / 1_000_000) : millis,
                    last.detail()));
        }
    }
}
