package io.tokenrouter.app.registry;

import io.tokenrouter.app.persistence.RegisteredModel;
import io.tokenrouter.app.serving.ServedModel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A registered model as it is at this moment.
 *
 * @param reason why it is in this state, for people; null where the state says all
 * @param steps of its last load as far as it came; the last one runs while the state is LOADING
 * @param facts what its file says; null where that could not be read
 * @param served what requests use; null unless SERVING
 */
public record ModelStatus(
        RegisteredModel registered,
        LifeState state,
        @Nullable String reason,
        List<LoadStep> steps,
        @Nullable ModelFacts facts,
        @Nullable ServedModel served) {

    /** Parts of a load. */
    public static final int STEPS = 4;

    public ModelStatus {
        steps = List.copyOf(steps);
    }

    static ModelStatus unloaded(RegisteredModel model) {
        return new ModelStatus(model, LifeState.UNLOADED, null, List.of(), null, null);
    }

    public String id() {
        return registered.id();
    }

    ModelStatus as(LifeState next, @Nullable String why) {
        return new ModelStatus(registered, next, why, next == LifeState.LOADING ? List.of() : steps, facts, null);
    }

    ModelStatus with(RegisteredModel changed) {
        return new ModelStatus(changed, state, reason, steps, facts, served == null ? null : served(changed, served));
    }

    private static ServedModel served(RegisteredModel model, ServedModel as) {
        return new ServedModel(
                model.id(),
                model.createdAt().getEpochSecond(),
                as.tokenizer(),
                as.chatTemplate(),
                as.contextLength(),
                as.description());
    }

    ModelStatus with(ModelFacts read) {
        return new ModelStatus(registered, state, reason, steps, read, served);
    }

    ModelStatus with(List<LoadStep> progress) {
        return new ModelStatus(registered, state, reason, progress, facts, served);
    }

    ModelStatus serving(ServedModel model) {
        return new ModelStatus(registered, LifeState.SERVING, null, steps, facts, model);
    }
}
