package io.tokenrouter.engine.tokenizer;

import io.tokenrouter.engine.api.Vocabulary;
import io.tokenrouter.engine.text.Utf8;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The tokenizer of a model's file. Cuts a text at the tokens that stand for themselves, and has the Hugging Face library
 * encode what lies between. A control token counts only where the template wrote all of it; user-defined tokens count
 * everywhere. What lies between is encoded in one piece, however many segments it came from: words and merges do not end
 * where trust changes, so a conversation gets the ids that it has in the model's own training format.
 */
final class FileTokenizer implements Tokenizer {

    static final int NONE = -1;

    /**
     * What happens at the two ends of a text.
     *
     * @param beginId -1 if there is none
     * @param addBegin whether a begin token is put in front of a text
     * @param prefix put in front of a word that begins a text, unless it or a space is there; may be empty
     * @param dropsFirstSpace whether decoding leaves out a space at the very beginning
     */
    record Edges(int beginId, boolean addBegin, String prefix, boolean dropsFirstSpace) {}

    private final FileVocabulary vocabulary;
    private final Edges edges;
    private final HuggingFaceEncoder encoder;
    private final SpellingTrie controls = new SpellingTrie();
    private final SpellingTrie userDefined = new SpellingTrie();

    /**
     * @param cut tokens that the library never sees
     * @param encoder of the rest; closed with the tokenizer
     */
    FileTokenizer(FileVocabulary vocabulary, List<AddedToken> cut, Edges edges, HuggingFaceEncoder encoder) {
        this.vocabulary = vocabulary;
        this.edges = edges;
        for (AddedToken token : cut) {
            (token.control() ? controls : userDefined).add(token);
        }
        this.encoder = encoder;
    }

    @Override
    public Vocabulary vocabulary() {
        return vocabulary;
    }

    @Override
    public int[] encode(String text) {
        return withBegin(encodeContinuation(text));
    }

    @Override
    public int[] encodeContinuation(String text) {
        IntStream.Builder ids = IntStream.builder();
        String wellFormed = Utf8.wellFormed(text);
        append(wellFormed, new TrustedSpans(wellFormed.length()), ids);
        return ids.build().toArray();
    }

    @Override
    public int[] encode(RenderedChat chat) {
        StringBuilder text = new StringBuilder();
        TrustedSpans trusted = new TrustedSpans();
        for (RenderedChat.Segment segment : chat.segments()) {
            // A surrogate pair that is split between two segments is no character either way.
            String wellFormed = Utf8.wellFormed(segment.text());
            text.append(wellFormed);
            trusted.append(wellFormed.length(), segment.fromTemplate());
        }
        IntStream.Builder ids = IntStream.builder();
        append(text.toString(), trusted, ids);
        int[] encoded = ids.build().toArray();
        boolean hasBegin = encoded.length > 0 && encoded[0] == edges.beginId;
        return hasBegin ? encoded : withBegin(encoded);
    }

    /** With a begin token first, where the file asks for one. */
    private int[] withBegin(int[] ids) {
        return edges.addBegin && edges.beginId != NONE
                ? IntStream.concat(IntStream.of(edges.beginId), Arrays.stream(ids))
                        .toArray()
                : ids;
    }

    private void append(String text, TrustedSpans trusted, IntStream.Builder ids) {
        int textFrom = 0;
        int at = 0;
        while (at < text.length()) {
            SpellingTrie.Match found = longer(
                    controls.longestAt(text, at, trusted.endAt(at)), userDefined.longestAt(text, at, text.length()));
            if (found == null) {
                at++;
                continue;
            }
            int start = found.token().stripsLeft() ? WhiteSpace.startOfRunBefore(text, textFrom, at) : at;
            appendText(text, textFrom, start, ids);
            ids.add(found.token().id());
            at = found.token().stripsRight() ? WhiteSpace.endOfRunFrom(text, found.end()) : found.end();
            textFrom = at;
        }
        appendText(text, textFrom, text.length(), ids);
    }

    private void appendText(String text, int from, int to, IntStream.Builder ids) {
        if (from == to) {
            return;
        }
        String part = text.substring(from, to);
        boolean spaced = part.startsWith(edges.prefix) || part.startsWith(" ");
        for (long id : encoder.encode(from == 0 && !spaced ? edges.prefix + part : part)) {
            ids.add((int) id);
        }
    }

    private static SpellingTrie.@Nullable Match longer(
            SpellingTrie.@Nullable Match one, SpellingTrie.@Nullable Match other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.end() >= other.end() ? one : other;
    }

    @Override
    public String decode(int[] ids) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int id : ids) {
            bytes.writeBytes(vocabulary.bytes(id));
        }
        String text = bytes.toString(StandardCharsets.UTF_8);
        return edges.dropsFirstSpace && text.startsWith(" ") ? text.substring(1) : text;
    }

    @Override
    public void close() {
        encoder.close();
    }
}
