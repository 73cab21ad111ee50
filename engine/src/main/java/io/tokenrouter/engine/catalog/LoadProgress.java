package io.tokenrouter.engine.catalog;

/** Hears how far a model is on its way into memory. Called on the loading thread; must be quick. What it throws ends the load. */
@FunctionalInterface
public interface LoadProgress {

    /** What is done one after the other. */
    enum Stage {
        /** The file is mapped, its header and shapes are checked. */
        FILE,
        /** The tokenizer and the chat template are built. */
        TOKENIZER,
        /** The executor and its KV cache are set up. */
        EXECUTOR,
        /** All is done. */
        READY
    }

    /** Hears nothing. */
    LoadProgress NONE = stage -> {};

    /** A stage begins. */
    void begins(Stage stage);
}
