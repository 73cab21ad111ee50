package io.tokenrouter.app.policies;

import org.jspecify.annotations.Nullable;

/** A change of a policy that is not done. The message is for the operator. */
public final class PolicyRefusal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Why it is refused. */
    public enum Kind {
        /** There is no such policy or version. */
        NOT_FOUND,
        /** A field is wrong. */
        INVALID,
        /** Somebody needs it as it is. */
        CONFLICT
    }

    private final Kind kind;
    private final @Nullable String field;

    PolicyRefusal(Kind kind, @Nullable String field, String message) {
        super(message, null, false, false);
        this.kind = kind;
        this.field = field;
    }

    public Kind kind() {
        return kind;
    }

    /** The field at fault, options as {@code options.NAME}; null where none is. */
    public @Nullable String field() {
        return field;
    }
}
