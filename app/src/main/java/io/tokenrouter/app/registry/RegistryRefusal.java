package io.tokenrouter.app.registry;

import io.tokenrouter.engine.text.Characters;
import org.jspecify.annotations.Nullable;

/** Something that an operator asked for and that is not done; nothing has changed. The message is for the operator. */
public final class RegistryRefusal extends RuntimeException {

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

    private RegistryRefusal(Kind kind, @Nullable String field, String message) {
        super(message, null, false, false);
        this.kind = kind;
        this.field = field;
    }

    static RegistryRefusal notFound(String what, String id) {
        return new RegistryRefusal(Kind.NOT_FOUND, null, "There is no " + what + " '" + shown(id) + "'.");
    }

    static RegistryRefusal invalid(String field, String message) {
        return new RegistryRefusal(Kind.INVALID, field, message);
    }

    static RegistryRefusal conflict(String message) {
        return new RegistryRefusal(Kind.CONFLICT, null, message);
    }

    static RegistryRefusal busy(String message) {
        return new RegistryRefusal(Kind.BUSY, null, message);
    }

    /** As much of a name as a message needs. */
    static String shown(String text) {
        return Characters.shortened(text, 64);
    }

    public Kind kind() {
        return kind;
    }

    /** The field at fault; null where none is. */
    public @Nullable String field() {
        return field;
    }
}
