package io.tokenrouter.app.registry;

import io.tokenrouter.app.persistence.RegisteredModel;
import io.tokenrouter.app.serving.ServedModel;
import io.tokenrouter.engine.catalog.LoadProgress;
import io.tokenrouter.engine.catalog.LoadedModel;
import io.tokenrouter.engine.catalog.ModelInspection;
import io.tokenrouter.engine.executor.cpu.CpuMemory;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/** One model's way from its file to serving, step by step, with each step shown. Used by one thread at a time. */
final class LoadWork {

    private final LiveRegistry live;
    private final Inspections inspections;
    private final ModelLoading loading;

    LoadWork(LiveRegistry live, Inspections inspections, ModelLoading loading) {
        this.live = live;
        this.inspections = inspections;
        this.loading = loading;
    }

    /** How much of the memory for KV caches a model gets, from its shape. */
    @FunctionalInterface
    interface KvShare {
        long bytes(ModelInspection file);
    }

    /**
     * Loads a model that is registered as LOADING; it serves afterwards.
     *
     * @param cancelled asked between two steps
     * @throws UnusableFile if it cannot be loaded
     * @throws CancellationException if it was cancelled; nothing of it is in memory then
     */
    void load(RegisteredModel model, KvShare share, BooleanSupplier cancelled) {
        StepLog steps = new StepLog(progress -> live.change(state -> state.model(model.id(), m -> m.with(progress))));
        steps.begins("Read the header");
        ModelInspection file = inspections.of(model.file());
        long kvBytes = kvBytes(model, file, share);
        ModelFacts facts = ModelFacts.of(file, memory(model, file, kvBytes));
        live.change(state -> state.model(model.id(), m -> m.with(facts)));
        steps.begins("Check memory");
        MemoryCheck check = loading.check(facts.memory());
        steps.detail(detail(check));
        if (check.refusal() != null) {
            throw new UnusableFile(model.file(), check.refusal(), null);
        }
        LoadedModel loaded = loading.load(model, kvBytes, stage -> {
            if (cancelled.getAsBoolean()) {
                throw new CancellationException();
            }
            show(stage, steps);
        });
        steps.end();
        live.change(state -> state.model(model.id(), m -> m.serving(served(m.registered(), loaded))));
    }

    /**
     * What the file of a model says, with nothing loaded.
     *
     * @throws UnusableFile if it cannot be read
     */
    ModelFacts facts(RegisteredModel model, KvShare share) {
        ModelInspection file = inspections.of(model.file());
        return ModelFacts.of(file, memory(model, file, kvBytes(model, file, share)));
    }

    private static long kvBytes(RegisteredModel model, ModelInspection file, KvShare share) {
        return model.kvBytes() == null ? share.bytes(file) : model.kvBytes();
    }

    private CpuMemory memory(RegisteredModel model, ModelInspection file, long kvBytes) {
        try {
            return loading.memoryOf(file, kvBytes);
        } catch (IllegalArgumentException e) {
            throw new UnusableFile(model.file(), e.getMessage(), e);
        }
    }

    private static void show(LoadProgress.Stage stage, StepLog steps) {
        switch (stage) {
            case TOKENIZER -> steps.begins("Tokenizer and template");
            case EXECUTOR -> steps.begins("Reserve memory and set up");
            case FILE, READY -> {}
        }
    }

    private static String detail(MemoryCheck check) {
        CpuMemory needed = check.needed();
        return "Weights " + MemoryCheck.mebibytes(needed.weights()) + ", KV cache "
                + MemoryCheck.mebibytes(needed.keysAndValues()) + ", work space "
                + MemoryCheck.mebibytes(needed.workspace()) + "; " + MemoryCheck.mebibytes(check.freeHeap())
                + " of heap were free";
    }

    private static ServedModel served(RegisteredModel model, LoadedModel loaded) {
        return new ServedModel(
                model.id(),
                model.createdAt().getEpochSecond(),
                loaded.tokenizer(),
                loaded.chatTemplate(),
                loaded.executor().spec().contextLength(),
                loaded.description());
    }
}
