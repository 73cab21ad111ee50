package io.tokenrouter.engine.grammar;

import java.util.List;
import java.util.function.IntPredicate;

/**
 * Whether a text is the beginning of something that a grammar allows: tries every way, one byte after the other, from the description
 * of the grammar. Knows no automaton, no stack and no trie. Takes for granted that every part of the grammar can be written.
 */
final class NaiveReader {

    private final byte[] text;
    private boolean ranOut;

    private NaiveReader(byte[] text) {
        this.text = text;
    }

    /** Some continuation, of no byte or more, makes the text one that the grammar allows. */
    static boolean isBeginning(Expr root, byte[] text) {
        NaiveReader reader = new NaiveReader(text);
        return reader.reads(root, 0, end -> end == text.length) || reader.ranOut;
    }

    static boolean isWhole(Expr root, byte[] text) {
        return new NaiveReader(text).reads(root, 0, end -> end == text.length);
    }

    /** True if from {@code at} the part can be read up to a place with which {@code then} is content. */
    private boolean reads(Expr part, int at, IntPredicate then) {
        return switch (part) {
            case Expr.ByteRange range -> readsByte(range, at, then);
            case Expr.RangedBytes ranged -> ranged.strings().stream().anyMatch(string -> readsAll(string, 0, at, then));
            case Expr.Words words -> words.words().stream().anyMatch(word -> readsWord(word, at, then));
            case Expr.Sequence sequence -> readsAll(sequence.parts(), 0, at, then);
            case Expr.Choice choice -> choice.alternatives().stream().anyMatch(each -> reads(each, at, then));
            case Expr.Repeat repeat -> readsTimes(repeat, 0, at, then);
            case Expr.Rule rule -> reads(rule.body(), at, then);
        };
    }

    private boolean readsByte(Expr.ByteRange range, int at, IntPredicate then) {
        if (at == text.length) {
            ranOut = true;
            return false;
        }
        int value = text[at] & 0xFF;
        return value >= range.low() && value <= range.high() && then.test(at + 1);
    }

    private boolean readsWord(byte[] word, int at, IntPredicate then) {
        for (int i = 0; i < word.length; i++) {
            if (at + i == text.length) {
                ranOut = true;
                return false;
            }
            if (text[at + i] != word[i]) {
                return false;
            }
        }
        return then.test(at + word.length);
    }

    private boolean readsAll(List<? extends Expr> parts, int from, int at, IntPredicate then) {
        return from == parts.size()
                ? then.test(at)
                : reads(parts.get(from), at, end -> readsAll(parts, from + 1, end, then));
    }

    private boolean readsTimes(Expr.Repeat repeat, int done, int at, IntPredicate then) {
        if (done >= repeat.least() && then.test(at)) {
            return true;
        }
        return (repeat.most() == Expr.UNBOUNDED || done < repeat.most())
                && reads(
                        repeat.body(),
                        at,
                        end -> (end > at || done < repeat.least()) && readsTimes(repeat, done + 1, end, then));
    }
}
