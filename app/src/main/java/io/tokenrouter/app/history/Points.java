package io.tokenrouter.app.history;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Spans at the points where they belong.
 *
 * @param <T> kind of span
 */
final class Points<T> {

    private static final MathContext FIVE_DIGITS = new MathContext(5);

    private final List<Optional<T>> spans;

    /** @param count points; all are empty */
    Points(int count) {
        this.spans =
                new ArrayList<>(Stream.generate(Optional::<T>empty).limit(count).toList());
    }

    /** Leaves out what lies outside. */
    void put(long point, T span) {
        if (point >= 0 && point < spans.size()) {
            spans.set((int) point, Optional.of(span));
        }
    }

    /** One value for each point; null where there is no span, or the figure is NaN: it was not measured. */
    List<@Nullable Double> series(ToDoubleFunction<T> figure) {
        List<@Nullable Double> values = new ArrayList<>(spans.size());
        for (Optional<T> span : spans) {
            values.add(span.isEmpty() ? null : known(figure.applyAsDouble(span.get())));
        }
        return values;
    }

    Optional<T> sum(BinaryOperator<T> plus) {
        return spans.stream().flatMap(Optional::stream).reduce(plus);
    }

    /** Five digits say all that is known, and keep answers small. */
    static @Nullable Double known(double value) {
        return Double.isFinite(value)
                ? (Double) new BigDecimal(value).round(FIVE_DIGITS).doubleValue()
                : null;
    }
}
