package io.tokenrouter.gpu.verify;

import io.tokenrouter.engine.executor.ModelExecutor;
import io.tokenrouter.engine.tensor.TensorFormat;
import java.util.EnumMap;
import java.util.Map;

/** The pair that is timed, in BF16: each model is made once, and loaded when it is first asked for with graphs or without. */
final class LoadedModels implements AutoCloseable {

    private final Target target;
    private final TimingPlan plan;
    private final Map<ModelSize, SyntheticModel> models = new EnumMap<>(ModelSize.class);
    private final Map<ModelSize, ModelExecutor> executors = new EnumMap<>(ModelSize.class);
    private boolean graphs;

    LoadedModels(Target target, TimingPlan plan) {
        this.target = target;
        this.plan = plan;
    }

    SyntheticModel model(ModelSize size) {
        return models.computeIfAbsent(
                size, missing -> new SyntheticModel(missing.shape(target.emulated()), TensorFormat.BF16));
    }

    /** The executor of a model. Those of the other way to run steps are closed, so that both ways never share the memory. */
    ModelExecutor executor(ModelSize size, boolean withGraphs) {
        if (graphs != withGraphs) {
            closeExecutors();
            graphs = withGraphs;
        }
        return executors.computeIfAbsent(size, missing -> open(model(missing)));
    }

    private ModelExecutor open(SyntheticModel model) {
        return target.open(
                model, target.limits(model, plan.kvTokens(), plan.mostRows(), plan.mostStepTokens()), graphs);
    }

    private void closeExecutors() {
        executors.values().forEach(ModelExecutor::close);
        executors.clear();
    }

    @Override
    public void close() {
        closeExecutors();
        models.values().forEach(SyntheticModel::close);
        models.clear();
    }
}
