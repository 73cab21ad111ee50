package io.tokenrouter.app.history;

import java.util.Arrays;

/** How often each of some cases occurred, by the number of the case from 0. Immutable; cases beyond the end occurred never. */
final class Counts {

    static final Counts NONE = new Counts(new long[0]);

    private final long[] byCase;

    private Counts(long[] byCase) {
        this.byCase = byCase;
    }

    /** @param byCase is copied */
    static Counts of(long... byCase) {
        int length = byCase.length;
        while (length > 0 && byCase[length - 1] == 0) {
            length--;
        }
        return length == 0 ? NONE : new Counts(Arrays.copyOf(byCase, length));
    }

    Counts plus(Counts other) {
        long[] sum = Arrays.copyOf(byCase, Math.max(byCase.length, other.byCase.length));
        for (int i = 0; i < other.byCase.length; i++) {
            sum[i] += other.byCase[i];
        }
        return of(sum);
    }

    /** What occurred since {@code before}, which was counted by the same counters. */
    Counts since(Counts before) {
        long[] rest = Arrays.copyOf(byCase, Math.max(byCase.length, before.byCase.length));
        for (int i = 0; i < before.byCase.length; i++) {
            rest[i] = Math.max(0, rest[i] - before.byCase[i]);
        }
        return of(rest);
    }

    long total() {
        return Arrays.stream(byCase).sum();
    }

    long[] toArray() {
        return byCase.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Counts counts && Arrays.equals(byCase, counts.byCase);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(byCase);
    }

    @Override
    public String toString() {
        return Arrays.toString(byCase);
    }
}
