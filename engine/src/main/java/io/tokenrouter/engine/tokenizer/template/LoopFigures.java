package io.tokenrouter.engine.tokenizer.template;

import com.hubspot.jinjava.util.ForLoop;
import java.util.List;
import java.util.Objects;
import jinjava.javax.el.ELException;
import org.jspecify.annotations.Nullable;

/** What a template may ask of the loop that it is in: all that Jinja's {@code loop} has, save calling it for a recursion. */
final class LoopFigures extends ForLoop {

    private final List<?> items;
    private @Nullable List<Object> seen;

    /** @param items not changed any more; may have nulls */
    LoopFigures(List<?> items) {
        super(items.iterator(), items.size());
        this.items = items;
    }

    /** The item at a distance from the present one; null outside of the list. */
    private @Nullable Object neighbour(int distance) {
        int at = getIndex0() + distance;
        return at >= 0 && at < items.size() ? items.get(at) : null;
    }

    /** @throws ELException if a loop has no such attribute */
    @Nullable
    Object attribute(String name) {
        return switch (name) {
            case "index" -> getIndex();
            case "index0" -> getIndex0();
            case "revindex" -> items.size() - getIndex0();
            case "revindex0" -> items.size() - getIndex();
            case "first" -> isFirst();
            case "last" -> isLast();
            case "length" -> items.size();
            case "previtem" -> neighbour(-1);
            case "nextitem" -> neighbour(1);
            // Counts recursions only, and those are not there.
            case "depth" -> 1;
            case "depth0" -> 0;
            // Looked up before they are called.
            case "cycle", "changed" -> null;
            default -> throw unknown(name);
        };
    }

    /** @throws ELException if a loop has no such method */
    @Nullable
    Object call(String method, List<Object> arguments) {
        return switch (method) {
            case "cycle" -> turn(arguments);
            case "changed" -> isNew(arguments);
            default -> throw unknown(method);
        };
    }

    private @Nullable Object turn(List<Object> values) {
        if (values.isEmpty()) {
            throw new ELException("loop.cycle needs values");
        }
        return values.get(getIndex0() % values.size());
    }

    /** Whether these are not the values of the last time that this was asked. */
    private boolean isNew(List<Object> values) {
        boolean changed = !Objects.equals(seen, values);
        seen = values;
        return changed;
    }

    private static ELException unknown(String name) {
        return new ELException("loop." + name + " is not supported in chat templates here");
    }
}
