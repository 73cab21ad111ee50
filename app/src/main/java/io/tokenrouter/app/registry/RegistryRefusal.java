package io.tokenrouter.app.registry;

import io.tokenrouter.app.serving.Refusal;
import io.tokenrouter.engine.text.Characters;
import org.jspecify.annotations.Nullable;

/** Something about models and pairs that is not done. */
public final class RegistryRefusal extends Refusal {

    private static final long serialVersionUID = 1L;

    private RegistryRefusal(Kind kind, @Nullable String field, String message) {
        super(kind, field, message);
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
}
