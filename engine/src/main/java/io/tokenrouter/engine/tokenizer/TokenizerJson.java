package io.tokenrouter.engine.tokenizer;

import io.tokenrouter.engine.model.ModelFormatException;
import io.tokenrouter.engine.model.ModelJson;
import io.tokenrouter.engine.model.Untrusted;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * What a {@code tokenizer.json} says, read value by value since its lists have up to a million entries.
 *
 * @param vocabulary ids by their pieces
 * @param merges pairs, best first; empty where they were not asked for
 * @param added tokens that are looked for in front of all else
 * @param settings what else the model has, small
 * @param parts the steps around the model: {@code normalizer}, {@code pre_tokenizer}, {@code post_processor}, {@code decoder}
 */
record TokenizerJson(
        Map<String, Integer> vocabulary,
        List<List<String>> merges,
        List<AddedToken> added,
        Map<String, JsonNode> settings,
        Map<String, JsonNode> parts) {

    static final String NAME = "tokenizer.json";

    /** Ids go up to one less. The largest vocabularies of today have a quarter of it. */
    static final int MOST_IDS = 1 << 20;

    /** The largest files of today have 34 million. */
    private static final int MOST_BYTES = 100_000_000;

    static final int MOST_MERGES = 1 << 21;

    /** Of one added token, which has seven. */
    private static final int MOST_ADDED_VALUES = 64;

    /** Of all that is no vocabulary, no merge and no added token; files of today have some dozens. */
    private static final int MOST_OTHER_VALUES = 100_000;

    private static final JsonNode NULL = JsonNodeFactory.instance.nullNode();

    /** Which lists are wanted. */
    enum Extent {
        /** All there is. */
        WHOLE,
        /** Without the merges, which are checked all the same. */
        IDS
    }

    /**
     * @throws IOException if the file cannot be read
     * @throws ModelFormatException if it is broken or of a kind that is not supported
     */
    static TokenizerJson read(Path file, Extent extent) throws IOException {
        return ModelJson.parse(file, MOST_BYTES, parser -> new Reading(extent).file(parser));
    }

    /** Without the added tokens of these ids and beyond. */
    TokenizerJson within(int ids) {
        List<AddedToken> kept = added.stream().filter(token -> token.id() < ids).toList();
        return kept.size() == added.size() ? this : new TokenizerJson(vocabulary, merges, kept, settings, parts);
    }

    /** A step around the model; null if there is none. */
    JsonNode part(String name) {
        return parts.getOrDefault(name, NULL);
    }

    /** A setting of the model; null if there is none. */
    JsonNode setting(String name) {
        return settings.getOrDefault(name, NULL);
    }

    boolean flag(String name) {
        return setting(name).asBoolean(false);
    }

    /** The piece that stands for what has none. */
    @Nullable
    String unknown() {
        JsonNode piece = setting("unk_token");
        return piece.isString() ? piece.asString() : null;
    }

    private static final class Reading {

        private final Extent extent;
        private final Map<String, Integer> vocabulary = new LinkedHashMap<>();
        private final List<List<String>> merges = new ArrayList<>();
        private final List<AddedToken> added = new ArrayList<>();
        private final SmallTrees small = new SmallTrees(NAME, MOST_OTHER_VALUES);
        private final SpellingBounds bounds = new SpellingBounds(NAME);
        private final Map<String, JsonNode> settings = new LinkedHashMap<>();
        private final Map<String, JsonNode> parts = new LinkedHashMap<>();

        Reading(Extent extent) {
            this.extent = extent;
        }

        TokenizerJson file(JsonParser parser) {
            expect(parser.nextToken(), JsonToken.START_OBJECT, "the file");
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String name = parser.currentName();
                parser.nextToken();
                switch (name) {
                    case "model" -> model(parser);
                    case "added_tokens" -> added(parser);
                    default -> put(name, parser, parts);
                }
            }
            return new TokenizerJson(vocabulary, merges, added, settings, parts);
        }

        private void model(JsonParser parser) {
            expect(parser.currentToken(), JsonToken.START_OBJECT, "model");
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String name = parser.currentName();
                parser.nextToken();
                switch (name) {
                    case "vocab" -> vocabulary(parser);
                    case "merges" -> merges(parser);
                    default -> put(name, parser, settings);
                }
            }
        }

        private void put(String name, JsonParser parser, Map<String, JsonNode> members) {
            if (members.put(name, small.read(parser)) != null) {
                throw new ModelFormatException(NAME + " has \"" + Untrusted.name(name) + "\" twice");
            }
        }

        private void vocabulary(JsonParser parser) {
            if (parser.currentToken() != JsonToken.START_OBJECT) {
                throw new ModelFormatException(NAME + " has a vocabulary of scores (Unigram); BPE is supported");
            }
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String piece = parser.currentName();
                parser.nextToken();
                if (vocabulary.put(piece, parser.getIntValue()) != null) {
                    throw new ModelFormatException(NAME + " has the piece \"" + Untrusted.name(piece) + "\" twice");
                }
                atMost(MOST_IDS, vocabulary.size(), "model.vocab");
            }
        }

        private void merges(JsonParser parser) {
            expect(parser.currentToken(), JsonToken.START_ARRAY, "model.merges");
            int count = 0;
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                List<String> pair =
                        parser.currentToken() == JsonToken.START_ARRAY ? pair(parser) : pair(parser.getString());
                check(pair);
                atMost(MOST_MERGES, ++count, "model.merges");
                if (extent == Extent.WHOLE) {
                    merges.add(pair);
                }
            }
        }

        /** Where the pieces stand in front of the merges, as the library writes them; it refuses the others when it loads them. */
        private void check(List<String> pair) {
            String whole = pair.getFirst() + pair.getLast();
            for (String piece : List.of(pair.getFirst(), pair.getLast(), whole)) {
                if (!vocabulary.isEmpty() && !vocabulary.containsKey(piece)) {
                    throw new ModelFormatException(NAME + " has a merge to \"" + Untrusted.name(whole) + "\", but \""
                            + Untrusted.name(piece) + "\" is not in model.vocab");
                }
            }
        }

        private static List<String> pair(JsonParser parser) {
            String left = parser.nextStringValue();
            String right = parser.nextStringValue();
            if (left == null || right == null || parser.nextToken() != JsonToken.END_ARRAY) {
                throw new ModelFormatException(NAME + " has a merge that is no pair of pieces");
            }
            return List.of(left, right);
        }

        /** As older files write it; no piece has a space, or it would be a pair. */
        private static List<String> pair(String merge) {
            int space = merge.indexOf(' ');
            if (space < 0 || space != merge.lastIndexOf(' ')) {
                throw new ModelFormatException(
                        NAME + " has the merge \"" + Untrusted.name(merge) + "\", which is no pair of pieces");
            }
            return List.of(merge.substring(0, space), merge.substring(space + 1));
        }

        private void added(JsonParser parser) {
            if (parser.currentToken() == JsonToken.VALUE_NULL) {
                return;
            }
            expect(parser.currentToken(), JsonToken.START_ARRAY, "added_tokens");
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                AddedToken token = AddedTokens.of(new SmallTrees(NAME, MOST_ADDED_VALUES).read(parser));
                added.add(token);
                bounds.take(token.spelling());
            }
        }

        private static void expect(JsonToken found, JsonToken wanted, String where) {
            if (found != wanted) {
                throw new ModelFormatException(NAME + ": " + where + " begins with " + found + ", not " + wanted);
            }
        }

        private static void atMost(int most, int count, String where) {
            if (count > most) {
                throw new ModelFormatException(NAME + ": " + where + " has more than " + most + " entries");
            }
        }
    }
}
