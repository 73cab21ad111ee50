package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.api.Vocabulary;
import io.tokenrouter.engine.routing.Ask;
import io.tokenrouter.engine.routing.Step;
import io.tokenrouter.engine.routing.Stop;
import io.tokenrouter.engine.text.StopStringMatcher;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The answer to the ask of one hop while it is being written. Used again for every hop of a generation. */
final class Answer {

    private final Vocabulary vocabulary;
    private final Ledger ledger;
    private final EventStream stream;
    private final List<Step> steps = new ArrayList<>(1);
    private int wanted;
    private int[] endIds = {};
    private Stop stop = Stop.NEVER;
    private @Nullable StopStringMatcher delimiters;
    private @Nullable StopStringMatcher stops;

    /** @param stream which knows the request's own stop strings */
    Answer(Vocabulary vocabulary, Ledger ledger, EventStream stream) {
        this.vocabulary = vocabulary;
        this.ledger = ledger;
        this.stream = stream;
    }

    /**
     * @param room tokens that the request's budget still allows, at least 1
     * @param endingIds ids that end the turn of the model that is asked, sorted
     */
    void begin(Ask ask, int room, int[] endingIds) {
        steps.clear();
        wanted = Math.min(ask.newTokens(), room);
        endIds = endingIds;
        stop = ask.stop();
        List<String> texts = stop.delimiters();
        stops = ask.newTokens() == 1 ? null : stopsAhead();
        delimiters = wanted == 1 || texts.isEmpty() ? null : new StopStringMatcher(texts);
    }

    /** Adds the next token; true if it was the last. */
    boolean add(Step step) {
        steps.add(step);
        if (steps.size() >= wanted) {
            return true;
        }
        int id = step.token();
        return Arrays.binarySearch(endIds, id) >= 0
                || stop.ids().contains(id)
                || delimiters != null && delimiters.accept(vocabulary.bytes(id))
                || stops != null && stops.accept(vocabulary.bytes(id));
    }

    /** The request's stop strings at the end of the tail: what a model writes beyond one of them would be thrown away. */
    private @Nullable StopStringMatcher stopsAhead() {
        StopStringMatcher ahead = stream.lookAhead();
        for (int position = ledger.committed(); ahead != null && position < ledger.length(); position++) {
            ahead.accept(vocabulary.bytes(ledger.token(position)));
        }
        return ahead;
    }

    int size() {
        return steps.size();
    }

    List<Step> steps() {
        return steps;
    }
}
