package io.tokenrouter.engine.catalog;

import io.tokenrouter.engine.api.Vocabulary;
import java.util.Optional;
import java.util.Set;

/**
 * Whether two models can write one answer together. They hand each other token ids, so both tokenizers must have the same ids
 * with the same meanings. Rows of logits may be padded to different widths: padding has no id.
 *
 * @param sharedIds ids that both tokenizers have
 * @param small of the first model
 * @param large of the second model
 * @param difference the first id with two meanings, or that only one tokenizer has, with its spellings and both models, as a
 *     sentence; empty if there is none
 */
public record PairCompatibility(int sharedIds, Side small, Side large, Optional<String> difference) {

    private static final int SHOWN_CHARACTERS = 40;

    /**
     * What is reported of each model and may differ between the two.
     *
     * @param tokenizerIds ids of its tokenizer
     * @param logits width of its rows of logits; those beyond the tokenizer's ids are padding
     * @param endIds ids that end its turn
     */
    public record Side(String id, int tokenizerIds, int logits, Set<Integer> endIds) {

        static Side of(LoadedModel model) {
            return of(model.id(), model.tokenizer().vocabulary(), model.description());
        }

        static Side of(String id, ModelInspection model) {
            return of(id, model.vocabulary(), model.description());
        }

        private static Side of(String id, Vocabulary vocabulary, ModelDescription description) {
            return new Side(
                    id, vocabulary.size(), description.config().vocabularySize(), Set.copyOf(vocabulary.endIds()));
        }
    }

    public static PairCompatibility of(LoadedModel small, LoadedModel large) {
        Vocabulary first = small.tokenizer().vocabulary();
        Vocabulary second = large.tokenizer().vocabulary();
        return new PairCompatibility(
                Math.min(first.size(), second.size()),
                Side.of(small),
                Side.of(large),
                firstDifference(small.id(), first, large.id(), second));
    }

    /** The same of two files of which nothing is loaded; the sentence names the models by these ids. */
    public static PairCompatibility of(String smallId, ModelInspection small, String largeId, ModelInspection large) {
        return new PairCompatibility(
                Math.min(small.vocabulary().size(), large.vocabulary().size()),
                Side.of(smallId, small),
                Side.of(largeId, large),
                firstDifference(smallId, small.vocabulary(), largeId, large.vocabulary()));
    }

    public boolean isCompatible() {
        return difference.isEmpty();
    }

    static Optional<String> firstDifference(String firstId, Vocabulary first, String secondId, Vocabulary second) {
        int shared = Math.min(first.size(), second.size());
        for (int id = 0; id < shared; id++) {
            boolean kindsDiffer = first.isControl(id) != second.isControl(id);
            if (kindsDiffer || !first.piece(id).equals(second.piece(id))) {
                return Optional.of("the models " + firstId + " and " + secondId
                        + " have different vocabularies: token id " + id + " is " + meaning(first, id, kindsDiffer)
                        + " in " + firstId + " and " + meaning(second, id, kindsDiffer) + " in " + secondId);
            }
        }
        if (first.size() == second.size()) {
            return Optional.empty();
        }
        return first.size() > second.size()
                ? Optional.of(extraId(firstId, first, secondId, second))
                : Optional.of(extraId(secondId, second, firstId, first));
    }

    private static String extraId(String largerId, Vocabulary larger, String otherId, Vocabulary other) {
        int id = other.size();
        return "the vocabulary of " + largerId + " has " + larger.size() + " ids, that of " + otherId + " has " + id
                + ": token id " + id + " is " + meaning(larger, id, true) + " in " + largerId + " and missing in "
                + otherId;
    }

    private static String meaning(Vocabulary vocabulary, int id, boolean withKind) {
        String kind = vocabulary.isControl(id) ? "the control token " : "the text token ";
        return (withKind ? kind : "") + quoted(vocabulary.piece(id));
    }

    private static String quoted(String piece) {
        StringBuilder shown = new StringBuilder("\"");
        piece.codePoints().limit(SHOWN_CHARACTERS).forEach(c -> {
            boolean plain = !Character.isISOControl(c) && Character.getType(c) != Character.FORMAT;
            shown.appendCodePoint(plain ? c : 0xFFFD);
        });
        return shown.append(piece.codePointCount(0, piece.length()) > SHOWN_CHARACTERS ? "...\"" : "\"")
                .toString();
    }
}
