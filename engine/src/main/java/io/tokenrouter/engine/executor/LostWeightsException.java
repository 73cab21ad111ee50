package io.tokenrouter.engine.executor;

/** A part of a model's file can no longer be read: somebody shortened the file in place, or its disk failed. */
public final class LostWeightsException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public LostWeightsException(Throwable cause) {
        super("a part of the model's file can no longer be read; was it changed in place?", cause);
    }
}
