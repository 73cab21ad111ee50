package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.subserver.ModelTakenAway;
import io.tokenrouter.engine.subserver.Subserver;
import io.tokenrouter.engine.tuning.StepTimeProbe;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The micro-benchmark of each model, one model after the other, in moments in which the engine has nothing to do. A request that
 * comes meanwhile waits for one step at most. Used by one thread.
 */
final class IdleProbes {

    private static final Logger LOG = LoggerFactory.getLogger(IdleProbes.class);

    /** For all steps of one model. */
    private static final Duration BUDGET = Duration.ofSeconds(1);

    private static final Duration LONGEST_STEP = Duration.ofSeconds(10);

    /** Steps in a row that found no free blocks, or something better to do, until a model is left as it is. */
    private static final int MOST_SKIPPED = 50;

    private final Set<Subserver> done = new HashSet<>();
    private int skipped;
    private Optional<Running> running = Optional.empty();

    private record Running(Subserver subserver, StepTimeProbe probe) {}

    /** A model and what was found out about it. */
    record Result(Subserver model, StepTimeProbe probe) {}

    /**
     * Runs one step if any is wanted. Returns when it has ended.
     *
     * @param subservers of all models
     * @param found told of a model whose last step this was
     * @return false if no step could be run just now
     */
    boolean step(List<Subserver> subservers, Consumer<Result> found) {
        done.retainAll(subservers);
        if (running.isEmpty() || !subservers.contains(running.get().subserver())) {
            running = subservers.stream()
                    .filter(subserver -> !done.contains(subserver))
                    .findFirst()
                    .map(subserver -> new Running(subserver, new StepTimeProbe(mostRows(subserver), BUDGET.toNanos())));
        }
        return running.isPresent() && step(running.get(), found);
    }

    /** True while a model is known less well than could be. */
    boolean isWanted(List<Subserver> subservers) {
        return subservers.stream().anyMatch(subserver -> !done.contains(subserver));
    }

    /** Each row of a trial takes a block. */
    private static int mostRows(Subserver subserver) {
        return Math.min(
                subserver.executor().spec().maxRows(),
                subserver.executor().spec().blockCount());
    }

    private boolean step(Running model, Consumer<Result> found) {
        OptionalInt rows = model.probe().nextRows();
        if (rows.isPresent()) {
            skipped = ran(model, rows.getAsInt()) ? 0 : skipped + 1;
        }
        boolean wentOn = skipped == 0;
        if (running.isPresent() && (model.probe().nextRows().isEmpty() || skipped >= MOST_SKIPPED)) {
            end(model);
            found.accept(new Result(model.subserver(), model.probe()));
        }
        return wentOn;
    }

    private void end(Running model) {
        done.add(model.subserver());
        running = Optional.empty();
        skipped = 0;
    }

    private boolean ran(Running model, int rows) {
        try {
            OptionalLong nanos = model.subserver().timeStep(rows).get(LONGEST_STEP.toMillis(), TimeUnit.MILLISECONDS);
            nanos.ifPresent(model.probe()::ran);
            return nanos.isPresent();
        } catch (ExecutionException | TimeoutException e) {
            if (e.getCause() instanceof ModelTakenAway) {
                LOG.debug(
                        "{} was taken away while its steps were timed",
                        model.subserver().id());
            } else {
                LOG.warn(
                        "Steps of {} could not be timed in advance",
                        model.subserver().id(),
                        e);
            }
            end(model);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return false;
    }
}
