package io.tokenrouter.app.registry;

import io.tokenrouter.app.persistence.Origin;
import io.tokenrouter.app.persistence.RegisteredModel;
import io.tokenrouter.app.serving.ServedModel;
import io.tokenrouter.engine.catalog.LoadProgress;
import io.tokenrouter.engine.catalog.LoadedModel;
import io.tokenrouter.engine.catalog.ModelInspection;
import io.tokenrouter.engine.executor.ExecutorMemory;
import io.tokenrouter.engine.executor.UsableDevices;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One model's way from its file to serving, step by step, with each step shown. Used by one thread at a time. */
final class LoadWork {

    private static final Logger log = LoggerFactory.getLogger(LoadWork.class);

    private final LiveRegistry live;
    private final ModelFolders folders;
    private final Inspections inspections;
    private final ModelLoading loading;
    private final Places places;
    private final MemoryProbe memory;
    private final LostDevices lost;

    LoadWork(
            LiveRegistry live,
            ModelFolders folders,
            Inspections inspections,
            ModelLoading loading,
            Places places,
            MemoryProbe memory,
            LostDevices lost) {
        this.live = live;
        this.folders = folders;
        this.inspections = inspections;
        this.loading = loading;
        this.places = places;
        this.memory = memory;
        this.lost = lost;
    }

    /**
     * Loads a model that is registered as LOADING; it serves afterwards.
     *
     * @param cancelled asked between two steps
     * @throws UnusableFile if it cannot be loaded
     * @throws CancellationException if it was cancelled; nothing of it is in memory then
     */
    void load(RegisteredModel model, BooleanSupplier cancelled) {
        lost.awaitGone(model.id());
        StepLog steps = steps(model);
        ModelInspection file = inspect(model);
        Place place = places.find(model, file, new Promised(), memory);
        try {
            load(model, file, place, steps, cancelled);
        } catch (UnusableFile refusal) {
            if (place.device() == null || !places.allowProcessor()) {
                throw refusal;
            }
            Place other = places.onProcessor(model, file, memory, String.valueOf(refusal.getMessage()));
            load(model, file, other, steps(model), cancelled);
        }
    }

    private StepLog steps(RegisteredModel model) {
        StepLog steps = new StepLog(progress -> live.change(state -> state.model(model.id(), m -> m.with(progress))));
        steps.begins("Read the header");
        return steps;
    }

    private void load(
            RegisteredModel model, ModelInspection file, Place place, StepLog steps, BooleanSupplier cancelled) {
        ModelFacts facts = ModelFacts.of(file, place.memory());
        live.change(state -> state.model(model.id(), m -> m.with(facts)));
        steps.begins("Check memory");
        steps.detail(detail(place.check()));
        if (place.refusal() != null) {
            throw new UnusableFile(model.file(), place.refusal(), null);
        }
        LoadedModel loaded = loading.load(model, place, stage -> {
            if (cancelled.getAsBoolean()) {
                throw new CancellationException();
            }
            show(stage, steps);
        });
        steps.end();
        tellPlace(model, place);
        tellContext(loaded, facts.memory());
        live.change(state -> state.model(model.id(), m -> m.serving(served(m.registered(), loaded))));
        lost.serves(model.id());
    }

    /**
     * What the file of a model says, with nothing loaded.
     *
     * @throws UnusableFile if it cannot be read
     */
    ModelFacts facts(RegisteredModel model) {
        ModelInspection file = inspect(model);
        return ModelFacts.of(
                file, places.find(model, file, new Promised(), memory).memory());
    }

    private ModelInspection inspect(RegisteredModel model) {
        if (model.origin() == Origin.CONSOLE && !folders.stillAllow(model.file())) {
            throw new UnusableFile(
                    model.file(),
                    "it lies outside the folders that models may be taken from, or has links out of them",
                    null);
        }
        return inspections.of(model.file());
    }

    private static void tellPlace(RegisteredModel model, Place place) {
        if (place.device() != null) {
            log.info("Model {} runs on {}", model.id(), UsableDevices.label(place.device()));
        } else if (place.passedOver() != null) {
            log.warn("Model {} runs on the CPU: {}", model.id(), place.passedOver());
        }
    }

    /** A context that is shorter than the file's is nothing that anybody asked for. */
    private static void tellContext(LoadedModel model, ExecutorMemory memory) {
        int served = model.executor().spec().contextLength();
        int whole = model.description().config().contextLength();
        if (served < whole) {
            log.info(
                    "Model {} serves {} of the {} tokens of its context, which is what its KV cache of {} holds",
                    model.id(),
                    served,
                    whole,
                    MemoryCheck.mebibytes(memory.keysAndValues()));
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
        ExecutorMemory needed = check.needed();
        String parts = "Weights " + MemoryCheck.mebibytes(needed.weights()) + ", KV cache "
                + MemoryCheck.mebibytes(needed.keysAndValues()) + ", work space "
                + MemoryCheck.mebibytes(needed.workspace());
        return check.freeOnDevice() == null
                ? parts + "; " + MemoryCheck.mebibytes(check.freeHeap()) + " of heap were free"
                : parts + " of " + ModelFacts.device(needed) + "; " + MemoryCheck.mebibytes(check.freeOnDevice())
                        + " were free";
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
