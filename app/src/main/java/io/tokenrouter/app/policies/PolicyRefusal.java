package io.tokenrouter.app.policies;

import io.tokenrouter.app.serving.Refusal;
import org.jspecify.annotations.Nullable;

/** A change of a policy that is not done. */
public final class PolicyRefusal extends Refusal {

    private static final long serialVersionUID = 1L;

    PolicyRefusal(Kind kind, @Nullable String field, String message) {
        super(kind, field, message);
    }
}
