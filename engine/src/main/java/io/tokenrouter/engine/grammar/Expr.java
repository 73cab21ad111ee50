package io.tokenrouter.engine.grammar;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** What a grammar is made of. Describes a set of byte strings. */
sealed interface Expr {

    /** As in {@link Repeat#most()}: no bound. */
    int UNBOUNDED = -1;

    /** One byte from a range, both ends from 0 to 255. */
    record ByteRange(int low, int high) implements Expr {}

    /**
     * Byte strings that are described byte by byte.
     *
     * @param strings each at least one range long. Two ranges at the same place, behind the same ranges, are equal or have no byte
     *     in common, and no string is the beginning of another
     */
    record RangedBytes(List<List<ByteRange>> strings) implements Expr {

        public RangedBytes {
            strings = strings.stream().map(List::copyOf).toList();
        }
    }

    /** One of these byte strings, none of them empty. */
    record Words(List<byte[]> words) implements Expr {}

    /** One after the other. */
    record Sequence(List<Expr> parts) implements Expr {}

    /** Any one. Where alternatives have to be given up, the later ones are. */
    record Choice(List<Expr> alternatives) implements Expr {}

    /**
     * Several times the same.
     *
     * @param most at least {@code least}, or {@link #UNBOUNDED}
     */
    record Repeat(Expr body, int least, int most) implements Expr {}

    /** A part that is used in several places, or within itself. */
    final class Rule implements Expr {

        private Expr body = NOTHING;

        Rule() {}

        Rule(Expr body) {
            this.body = body;
        }

        Expr body() {
            return body;
        }

        void define(Expr value) {
            body = value;
        }
    }

    /** No byte string at all. */
    Expr NOTHING = new Choice(List.of());

    static Expr sequence(Expr... parts) {
        return new Sequence(List.of(parts));
    }

    static Expr choice(Expr... alternatives) {
        return new Choice(List.of(alternatives));
    }

    /** @param text not empty, well-formed */
    static Expr text(String text) {
        return new Words(List.of(text.getBytes(StandardCharsets.UTF_8)));
    }

    static Expr optional(Expr body) {
        return new Repeat(body, 0, 1);
    }

    static Expr anyNumberOf(Expr body) {
        return new Repeat(body, 0, UNBOUNDED);
    }
}
