package io.tokenrouter.engine.grammar;

import io.tokenrouter.engine.api.TokenMask;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was worked out of readings: where bytes lead and which tokens fit. It is thrown away as a whole when it has grown to its
 * limit, since anything in it can be worked out again. For one thread at a time.
 */
final class Memo {

    private static final int BYTES = 256;
    /** An entry with its table and the map's own, and what a place of its reading adds; in bytes, roughly. */
    private static final int ENTRY_COST = 1_300;

    private static final int PLACE_COST = 48;

    private final long limit;
    private final Map<Reading, Entry> entries = new HashMap<>();
    private long cost;

    /** @param limit bytes, roughly */
    Memo(long limit) {
        this.limit = limit;
    }

    /** A reading and what is known of it. Not to be held beyond one piece of work. */
    static final class Entry {

        private final Reading reading;
        private Entry @Nullable [] next;
        private @Nullable TokenMask mask;

        private Entry(Reading reading) {
            this.reading = reading;
        }

        Reading reading() {
            return reading;
        }

        @Nullable
        TokenMask mask() {
            return mask;
        }
    }

    /** Begins a piece of work: nothing is thrown away before the next one begins. */
    Entry begin(Reading reading) {
        if (cost > limit) {
            entries.clear();
            cost = 0;
        }
        return entry(reading);
    }

    /** After one more byte, 0 to 255. */
    Entry next(Entry from, int value) {
        Entry[] known = from.next;
        if (known != null && known[value] != null) {
            return known[value];
        }
        Entry next = entry(from.reading.after(value));
        if (cost <= limit) {
            if (known == null) {
                known = new Entry[BYTES];
                from.next = known;
            }
            known[value] = next;
        }
        return next;
    }

    void remember(Entry entry, TokenMask mask, int bytes) {
        entry.mask = mask;
        cost += bytes;
    }

    private Entry entry(Reading reading) {
        Entry known = entries.get(reading);
        if (known == null) {
            known = new Entry(reading);
            // one piece of work could fill memory by itself
            if (cost <= limit) {
                entries.put(reading, known);
                cost += ENTRY_COST + (long) PLACE_COST * reading.places().size();
            }
        }
        return known;
    }
}
