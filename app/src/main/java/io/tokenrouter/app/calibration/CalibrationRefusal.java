package io.tokenrouter.app.calibration;

import io.tokenrouter.app.serving.Refusal;
import org.jspecify.annotations.Nullable;

/** A calibration that is not done. */
public final class CalibrationRefusal extends Refusal {

    private static final long serialVersionUID = 1L;

    CalibrationRefusal(Kind kind, @Nullable String field, String message) {
        super(kind, field, message);
    }

    static CalibrationRefusal invalid(String field, String message) {
        return new CalibrationRefusal(Kind.INVALID, field, message);
    }
}
