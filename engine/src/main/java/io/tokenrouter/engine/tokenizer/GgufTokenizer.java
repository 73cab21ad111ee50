package io.tokenrouter.engine.tokenizer;

import io.tokenrouter.engine.api.Vocabulary;
import io.tokenrouter.engine.text.Utf8;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The tokenizer of a GGUF file. Cuts a text at the tokens that stand for themselves, and has the Hugging Face library
 * encode what lies between. A control token counts only where the template wrote all of it; user-defined tokens count
 * everywhere. What lies between is encoded in one piece, however many segments it came from: words and merges do not end
 * where trust changes, so a conversation gets the ids that it has in the model's own training format.
 */
final class GgufTokenizer implements Tokenizer {

    private final GgufVocabulary source;
    private final FileVocabulary vocabulary;
    private final HuggingFaceEncoder encoder;
    private final SpellingTrie controls = new SpellingTrie();
    private final SpellingTrie userDefined = new SpellingTrie();

    GgufTokenizer(GgufVocabulary source) {
        this.source = source;
        this.vocabulary = new FileVocabulary(source);
        for (int id = 0; id < source.pieces().size(); id++) {
            String piece = source.pieces().get(id);
            if (source.types().get(id) == TokenType.CONTROL) {
                controls.add(piece, id);
            } else if (source.types().get(id) == TokenType.USER_DEFINED) {
                userDefined.add(piece, id);
            }
        }
        this.encoder = new HuggingFaceEncoder(TokenizerDefinition.of(source));
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
        boolean hasBegin = encoded.length > 0 && encoded[0] == source.beginId();
        return hasBegin ? encoded : withBegin(encoded);
    }

    /** With a begin token first, where the file asks for one. */
    private int[] withBegin(int[] ids) {
        return source.addBegin() && source.beginId() != GgufVocabulary.NONE
                ? IntStream.concat(IntStream.of(source.beginId()), Arrays.stream(ids))
                        .toArray()
                : ids;
    }

    private void append(String text, TrustedSpans trusted, IntStream.Builder ids) {
        int textFrom = 0;
        int at = 0;
        while (at < text.length()) {
            SpellingTrie.Match token = longer(
                    controls.longestAt(text, at, trusted.endAt(at)), userDefined.longestAt(text, at, text.length()));
            if (token == null) {
                at++;
                continue;
            }
            appendText(text.substring(textFrom, at), ids);
            ids.add(token.id());
            at = token.end();
            textFrom = at;
        }
        appendText(text.substring(textFrom), ids);
    }

    private void appendText(String text, IntStream.Builder ids) {
        if (!text.isEmpty()) {
            for (long id : encoder.encode(text)) {
                ids.add((int) id);
            }
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
        return source.addSpacePrefix() && text.startsWith(" ") ? text.substring(1) : text;
    }

    @Override
    public void close() {
        encoder.close();
    }
}
