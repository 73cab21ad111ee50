package io.tokenrouter.app.registry;

import io.tokenrouter.app.Startup;
import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.catalog.LoadedModel;
import io.tokenrouter.engine.catalog.ModelLoader;
import io.tokenrouter.engine.executor.cpu.CpuExecutorOptions;
import io.tokenrouter.engine.model.GgufFile;
import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.model.ModelFormatException;
import io.tokenrouter.engine.runtime.RoutingEngine;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** Opens model files and starts a subserver for each. */
final class ModelLoading {

    /** What becomes of a model that cannot be loaded. */
    @FunctionalInterface
    interface OnFailure {
        void failed(String id, String reason, boolean required);
    }

    private final ModelLoader loader;
    private final LoadedModels loaded;
    private final RoutingEngine engine;

    ModelLoading(ModelLoader loader, LoadedModels loaded, RoutingEngine engine) {
        this.loader = loader;
        this.loaded = loaded;
        this.engine = engine;
    }

    /**
     * Loads all that can be loaded, and tells of the others.
     *
     * @throws io.tokenrouter.app.StartupException if the start is cancelled meanwhile
     */
    LoadedModels load(Collection<Plan.Model> models, long kvMemoryBytes, Startup startup, OnFailure onFailure) {
        Map<String, ModelConfig> configs = new LinkedHashMap<>();
        for (Plan.Model model : models) {
            attempt(model, onFailure, () -> {
                try (GgufFile file = GgufFile.open(model.file())) {
                    configs.put(model.id(), file.config());
                }
            });
        }
        Map<String, Long> kvBytes = KvBudget.divide(kvMemoryBytes, configs);
        for (Plan.Model model : models) {
            if (configs.containsKey(model.id())) {
                startup.begins("Loading " + model.id());
                attempt(model, onFailure, () -> {
                    CpuExecutorOptions options = CpuExecutorOptions.DEFAULTS.withKvBytes(kvBytes.get(model.id()));
                    LoadedModel opened =
                            loader.load(model.id(), model.file(), options, stage -> startup.verifyWanted());
                    loaded.add(opened);
                    engine.addModel(
                            model.id(), opened.executor(), opened.tokenizer().vocabulary());
                });
            }
        }
        return loaded;
    }

    @FunctionalInterface
    private interface Work {
        void run() throws IOException;
    }

    private static void attempt(Plan.Model model, OnFailure onFailure, Work work) {
        try {
            work.run();
        } catch (NoSuchFileException e) {
            onFailure.failed(
                    model.id(), "model " + model.id() + ": there is no file " + model.file(), model.required());
        } catch (IOException e) {
            onFailure.failed(
                    model.id(),
                    "model " + model.id() + ": cannot read " + model.file() + ": " + e.getMessage(),
                    model.required());
        } catch (ModelFormatException | EngineException | IllegalArgumentException e) {
            onFailure.failed(model.id(), "model " + model.id() + ": " + e.getMessage(), model.required());
        }
    }
}
