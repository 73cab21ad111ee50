package io.tokenrouter.engine.tokenizer.template;

import com.hubspot.jinjava.el.TruthyTypeConverter;
import org.jspecify.annotations.Nullable;

/** Jinjava's conversions, which write a list out however often it holds another one. */
final class BoundedConverter extends TruthyTypeConverter {

    private static final long serialVersionUID = 1L;

    @Override
    protected @Nullable String coerceToString(@Nullable Object value) {
        RenderLimits.values(value);
        return super.coerceToString(value);
    }
}
