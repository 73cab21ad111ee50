package io.tokenrouter.engine.routing;

import io.tokenrouter.engine.sampling.AcceptRule;
import java.util.List;

/** What a model does with what it is shown. */
public sealed interface Op {

    /** It writes tokens. */
    Op SAMPLE = new Sample();

    /** It writes tokens, each drawn as the request asks for. */
    record Sample() implements Op {}

    /** It reads and writes nothing. */
    Op SCORE = new Score();

    /** It reads the view; the reply's one step has the signals and heads of the last row, and its token is no part of anything. */
    record Score() implements Op {}

    /** It judges the tail and writes one token after the last draft that stands. */
    record Judge(AcceptRule rule) implements Op {}

    /**
     * It reads a text of its own behind the view and says how likely each of some tokens is after it. Nothing of that belongs to the
     * answer, and nothing of it is remembered.
     *
     * @param suffix ids to read behind the view; may be empty
     * @param options ids to choose from, at least one
     */
    record Choose(List<Integer> suffix, List<Integer> options) implements Op {
        public Choose {
            suffix = List.copyOf(suffix);
            options = List.copyOf(options);
            if (options.isEmpty()) {
                throw new IllegalArgumentException("there is nothing to choose from");
            }
        }
    }
}
