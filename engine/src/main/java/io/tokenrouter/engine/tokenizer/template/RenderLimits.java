package io.tokenrouter.engine.tokenizer.template;

import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How large a template may make a text or a list by one operation, asked before it is made. */
final class RenderLimits {

    static final int MOST_CHARACTERS = 8 << 20;
    static final int MOST_ITEMS = 50_000;

    /** Of a text that is cut: a long conversation has hundreds of thousands of words. */
    private static final int MOST_PARTS = 1 << 20;

    /** Of two texts of which one is looked for in the other, multiplied: characters that may have to be compared. */
    private static final long MOST_COMPARISONS = 1L << 32;

    /** In all that a list or map holds, counted as often as it can be reached. */
    private static final int MOST_VALUES = 1 << 20;

    private RenderLimits() {}

    /** @throws TemplateRefusal if a text would have more */
    static void characters(long length) {
        refuseUnless(length <= MOST_CHARACTERS, "makes a text of more than " + MOST_CHARACTERS + " characters");
    }

    /** @throws TemplateRefusal if a list would have more */
    static void items(long size) {
        refuseUnless(size <= MOST_ITEMS, "makes a list of more than " + MOST_ITEMS + " items");
    }

    /** @throws TemplateRefusal if a text would be cut into more */
    static void parts(long size) {
        refuseUnless(size <= MOST_PARTS, "cuts a text into more than " + MOST_PARTS + " parts");
    }

    /** @throws TemplateRefusal if looking for one in the other may take too long */
    static void search(String text, String sought) {
        refuseUnless(
                (long) text.length() * sought.length() <= MOST_COMPARISONS,
                "looks for a text of " + sought.length() + " characters in one of " + text.length());
    }

    /**
     * Lists that hold one another can be reached in more ways than can be written down.
     *
     * @throws TemplateRefusal if a value holds too many others
     */
    static void values(@Nullable Object value) {
        refuseUnless(left(value, MOST_VALUES) > 0, "makes a list that holds more than " + MOST_VALUES + " values");
    }

    private static int left(@Nullable Object value, int before) {
        int left = before - 1;
        Collection<?> inside = switch (value) {
            case Collection<?> items -> items;
            case Map<?, ?> map -> map.values();
            case null, default -> List.of();
        };
        Iterator<?> items = inside.iterator();
        while (left > 0 && items.hasNext()) {
            left = left(items.next(), left);
        }
        return left;
    }

    private static void refuseUnless(boolean allowed, String deed) {
        if (!allowed) {
            throw new TemplateRefusal("the chat template " + deed);
        }
    }
}
