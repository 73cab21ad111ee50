package io.tokenrouter.gpu.verify;

import io.tokenrouter.gpu.verify.SyntheticModel.Shape;
import java.util.Locale;

/** The two models of a pair. */
enum ModelSize {
    SMALL,
    LARGE;

    Shape shape(boolean tiny) {
        if (this == SMALL) {
            return tiny ? Shape.TINY_SMALL : Shape.SMALL;
        }
        return tiny ? Shape.TINY_LARGE : Shape.LARGE;
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
