package io.tokenrouter.app.calibration;

import org.jspecify.annotations.Nullable;

/** A calibration that is not done. The message is for the operator. */
public final class CalibrationRefusal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Why it is refused. */
    public enum Kind {
        /** There is no such pair, policy or calibration. */
        NOT_FOUND,
        /** A field is wrong. */
        INVALID,
        /** Not as things are: something is missing, or another one runs. */
        CONFLICT
    }

    private final Kind kind;
    private final @Nullable String field;

    CalibrationRefusal(Kind kind, @Nullable String field, String message) {
        super(message, null, false, false);
        this.kind = kind;
        this.field = field;
    }

    static CalibrationRefusal invalid(String field, String message) {
        return new CalibrationRefusal(Kind.INVALID, field, message);
    }

    public Kind kind() {
        return kind;
    }

    /** The field at fault; null where none is. */
    public @Nullable String field() {
        return field;
    }
}
