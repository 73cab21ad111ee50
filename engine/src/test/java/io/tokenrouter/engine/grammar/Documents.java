package io.tokenrouter.engine.grammar;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.TokenConstraint;
import io.tokenrouter.engine.api.TokenMask;
import io.tokenrouter.engine.api.Vocabulary;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Writes documents as a model without any idea would. */
public final class Documents {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    /** Closes what is open; the sooner in the list, the better. */
    private static final List<byte[]> CLOSING = List.of(Bytes.utf8("\""), Bytes.utf8("}"), Bytes.utf8("]"));

    private Documents() {}

    /** JSON as the API's reader gives it to a grammar. */
    static @Nullable Object parse(String json) {
        return JSON.readValue(json, Object.class);
    }

    static String json(@Nullable Object value) {
        return JSON.writeValueAsString(value);
    }

    public static String text(Vocabulary vocabulary, List<Integer> ids) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ids.forEach(id -> bytes.writeBytes(vocabulary.bytes(id)));
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /**
     * Ids up to the end token, drawn evenly from what is allowed; after {@code patience} tokens, those that close something first.
     */
    public static List<Integer> write(TokenConstraint constraint, Vocabulary vocabulary, Random random, int patience) {
        return write(constraint, vocabulary, random, patience, "");
    }

    /** @param closer a text that closes what is open where it fits as a whole, before anything else does; empty for none */
    public static List<Integer> write(
            TokenConstraint constraint, Vocabulary vocabulary, Random random, int patience, String closer) {
        List<Integer> written = new ArrayList<>();
        TokenConstraint.State state = constraint.start();
        while (true) {
            List<Integer> closing = written.size() < patience ? List.of() : fitting(closer, state, vocabulary);
            for (int id : closing) {
                written.add(id);
                state = state.after(id);
            }
            int id = written.size() < patience
                    ? drawn(state.allowed(), random)
                    : closing(state.allowed(), constraint, vocabulary, random);
            written.add(id);
            state = state.after(id);
            if (constraint.endIds().contains(id)) {
                return written;
            }
            assertThat(written).as(text(vocabulary, written)).hasSizeLessThan(patience + 20_000);
        }
    }

    /** The text as one id for each byte; none if it does not fit. */
    private static List<Integer> fitting(String text, TokenConstraint.State from, Vocabulary vocabulary) {
        List<Integer> ids = new ArrayList<>();
        TokenConstraint.State state = from;
        for (byte each : Bytes.utf8(text)) {
            TokenMask mask = state.allowed();
            int id = 0;
            while (id < vocabulary.size()
                    && !(mask.allows(id) && Arrays.equals(vocabulary.bytes(id), new byte[] {each}))) {
                id++;
            }
            if (id == vocabulary.size()) {
                return List.of();
            }
            ids.add(id);
            state = state.after(id);
        }
        return ids;
    }

    private static int drawn(TokenMask mask, Random random) {
        int wanted = random.nextInt(mask.count());
        int id = 0;
        while (true) {
            if (mask.allows(id) && wanted-- == 0) {
                return id;
            }
            id++;
        }
    }

    private static int closing(TokenMask mask, TokenConstraint constraint, Vocabulary vocabulary, Random random) {
        for (int end : constraint.endIds()) {
            if (mask.allows(end)) {
                return end;
            }
        }
        for (byte[] closing : CLOSING) {
            for (int id = 0; id < vocabulary.size(); id++) {
                if (mask.allows(id) && Arrays.equals(vocabulary.bytes(id), closing) && random.nextInt(8) > 0) {
                    return id;
                }
            }
        }
        int id = drawn(mask, random);
        for (int again = 0; again < 30 && opens(vocabulary.bytes(id)); again++) {
            id = drawn(mask, random);
        }
        return id;
    }

    private static boolean opens(byte[] token) {
        for (byte each : token) {
            if (each == '{' || each == '[') {
                return true;
            }
        }
        return false;
    }
}
