package io.tokenrouter.engine.routing;

import java.util.List;

/** What a model is shown of the request's ids. */
public sealed interface View {

    /** Prompt, committed ids and tail. */
    View ALL = new All();

    /** Everything. */
    record All() implements View {}

    /**
     * Everything but some stretches. Prompts may be cut as well, but one id at least must be left.
     *
     * @param cut ascending, not overlapping; what lies beyond the trace is ignored
     */
    record Without(List<Range> cut) implements View {
        public Without {
            cut = List.copyOf(cut);
            int before = 0;
            for (Range range : cut) {
                if (range.from() < before) {
                    throw new IllegalArgumentException("stretches overlap or are not in order: " + cut);
                }
                before = range.to();
            }
        }
    }

    /**
     * Prompt, committed ids and tail, with the prompt as another chat template writes it. The request carries that rendering; an
     * algorithm that shows it names the template in its {@link Spec#templates()}.
     */
    record Templated(String templateId) implements View {}

    /**
     * A stretch of positions.
     *
     * @param from first position, counted from the start of the prompt
     * @param to position behind the last
     */
    record Range(int from, int to) {
        public Range {
            if (from < 0 || to < from) {
                throw new IllegalArgumentException("no stretch from " + from + " to " + to);
            }
        }
    }
}
