package io.tokenrouter.engine.subserver;

/** What was asked of a model is not done because the model left. */
public final class ModelTakenAway extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    ModelTakenAway() {
        super("the model has been taken away");
    }
}
