package io.tokenrouter.app.v1;

import org.jspecify.annotations.Nullable;

/** JSON has neither NaN nor infinities. */
final class JsonNumbers {

    /** What clients of the protocol expect for a probability of zero. */
    static final float LEAST_LOGPROB = -9999f;

    private JsonNumbers() {}

    /** Null for NaN, infinities brought into range. */
    static @Nullable Float orAbsent(float value) {
        return Float.isNaN(value) ? null : Math.clamp(value, LEAST_LOGPROB, -LEAST_LOGPROB);
    }

    /**
     * @throws IllegalStateException for NaN: a model whose numbers are broken must not look healthy
     */
    static float logprob(float value) {
        if (Float.isNaN(value)) {
            throw new IllegalStateException("the model gave NaN as a log-probability");
        }
        return Math.max(value, LEAST_LOGPROB);
    }
}
