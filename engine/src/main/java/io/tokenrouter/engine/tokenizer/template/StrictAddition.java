package io.tokenrouter.engine.tokenizer.template;

import com.hubspot.jinjava.el.ext.AdditionOperator;
import java.util.Collection;
import jinjava.de.odysseus.el.misc.TypeConverter;
import jinjava.javax.el.ELException;
import org.jspecify.annotations.Nullable;

/** Python's {@code +}: what is no text does not turn into some. */
final class StrictAddition extends AdditionOperator {

    static final StrictAddition INSTANCE = new StrictAddition();

    @Override
    protected Object apply(TypeConverter converter, @Nullable Object left, @Nullable Object right) {
        if (left == null || right == null) {
            throw new ELException("a value that the template joins to a text is missing");
        }
        if (left instanceof Collection<?> items) {
            RenderLimits.items(items.size() + (right instanceof Collection<?> more ? more.size() : 1L));
        }
        boolean leftIsText = left instanceof CharSequence;
        boolean rightIsText = right instanceof CharSequence;
        if (leftIsText != rightIsText) {
            Object other = leftIsText ? right : left;
            throw new ELException("the template joins a text to " + PythonMethods.typeName(other));
        }
        return super.apply(converter, left, right);
    }
}
