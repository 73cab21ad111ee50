package io.tokenrouter.app.serving;

import org.jspecify.annotations.Nullable;

/** Something that an operator asked for and that is not done; nothing has changed. The message is for the operator. */
public abstract class Refusal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Why it is refused. */
    public enum Kind {
        /** There is no such thing. */
        NOT_FOUND,
        /** A field of the request is wrong. */
        INVALID,
        /** It does not go together with how things are at this moment. */
        CONFLICT,
        /** Too much is asked for at once. */
        BUSY
    }

    private final Kind kind;
    private final @Nullable String field;

    /** @param field the one at fault, options as {@code options.NAME}; null where none is */
    protected Refusal(Kind kind, @Nullable String field, String message) {
        super(message, null, false, false);
        this.kind = kind;
        this.field = field;
    }

    public final Kind kind() {
        return kind;
    }

    /** The field at fault, options as {@code options.NAME}; null where none is. */
    public final @Nullable String field() {
        return field;
    }
}
