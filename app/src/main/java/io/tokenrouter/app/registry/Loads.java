package io.tokenrouter.app.registry;

import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Loads models one after the other, so that each finds the memory that was checked for it, on a thread of its own. */
final class Loads implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Loads.class);
    private static final int MOST_WAITING = 64;
    private static final long END_SECONDS = 10;

    private final LiveRegistry live;
    private final LoadWork work;
    private final PairLinks links;
    private final Set<String> cancelled = ConcurrentHashMap.newKeySet();
    private final ThreadPoolExecutor thread = new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MOST_WAITING),
            Thread.ofPlatform().name("model-loads").daemon().factory());

    Loads(LiveRegistry live, LoadWork work, PairLinks links) {
        this.live = live;
        this.work = work;
        this.links = links;
    }

    /**
     * Loads a model that is registered as LOADING.
     *
     * @throws RegistryRefusal BUSY if too many wait
     */
    void load(String modelId) {
        cancelled.remove(modelId);
        submit(() -> run(modelId));
    }

    /** Lets pairs that wait for their models serve, where these are there already. */
    void link() {
        submit(links::advance);
    }

    /** Reads what the files of models say that were not loaded yet. */
    void describe() {
        for (ModelStatus model : live.state().models().values()) {
            if (model.facts() == null && model.state().isOut()) {
                submit(() -> describe(model));
            }
        }
    }

    private void describe(ModelStatus model) {
        try {
            ModelFacts facts = work.facts(model.registered());
            live.change(state -> state.model(model.id(), m -> m.facts() == null ? m.with(facts) : m));
        } catch (UnusableFile | RegistryRefusal e) {
            log.warn(
                    "The file of model {}, {}, cannot be read: {}",
                    model.id(),
                    model.registered().file(),
                    e.getMessage());
        }
    }

    /** Ends a load before its next step, or before it begins. */
    void cancel(String modelId) {
        cancelled.add(modelId);
    }

    private void submit(Runnable task) {
        try {
            thread.execute(task);
        } catch (RejectedExecutionException e) {
            throw RegistryRefusal.busy("Too many models wait to be loaded; try again.");
        }
    }

    private void run(String modelId) {
        ModelStatus model = live.state().models().get(modelId);
        if (model == null || model.state() != LifeState.LOADING) {
            return;
        }
        try {
            if (cancelled.contains(modelId)) {
                throw new CancellationException();
            }
            work.load(model.registered(), () -> cancelled.contains(modelId));
        } catch (CancellationException e) {
            live.change(state -> state.model(modelId, m -> m.as(LifeState.UNLOADED, null)));
        } catch (UnusableFile | RegistryRefusal e) {
            log.warn(
                    "Not loaded: model {} ({}): {}", modelId, model.registered().file(), e.getMessage());
            failed(modelId, String.valueOf(e.getMessage()));
        } catch (Throwable e) {
            log.error("Not loaded: model {}", modelId, e);
            failed(modelId, UnusableFile.UNFORESEEN);
        } finally {
            cancelled.remove(modelId);
            links.advance();
        }
    }

    private void failed(String modelId, String reason) {
        live.change(state -> state.model(modelId, m -> m.as(LifeState.FAILED, reason)));
    }

    @Override
    public void close() {
        thread.shutdownNow();
        live.state().models().keySet().forEach(this::cancel);
        try {
            if (!thread.awaitTermination(END_SECONDS, TimeUnit.SECONDS)) {
                log.warn("A load did not end in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
