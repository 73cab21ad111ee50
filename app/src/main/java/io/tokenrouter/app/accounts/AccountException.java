package io.tokenrouter.app.accounts;

import io.tokenrouter.engine.text.Characters;
import org.jspecify.annotations.Nullable;

/** A change of an account that is refused; nothing was changed. The message is a sentence for whoever wanted it. */
public final class AccountException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Why. */
    public enum Kind {
        /** A field is not what it has to be. */
        INVALID,
        /** There is no such account. */
        UNKNOWN,
        /** It cannot be done as things are. */
        CONFLICT
    }

    private final Kind kind;
    private final @Nullable String field;

    private AccountException(Kind kind, @Nullable String field, String message) {
        super(message, null, false, false);
        this.kind = kind;
        this.field = field;
    }

    static AccountException invalid(String field, String message) {
        return new AccountException(Kind.INVALID, field, message);
    }

    static AccountException unknown(String name) {
        String shown = Characters.shortened(name, 64);
        return new AccountException(Kind.UNKNOWN, null, "There is no account '" + shown + "'.");
    }

    static AccountException conflict(String message) {
        return new AccountException(Kind.CONFLICT, null, message);
    }

    public Kind kind() {
        return kind;
    }

    /** The field at fault; null where it is none. */
    public @Nullable String field() {
        return field;
    }
}
