package io.tokenrouter.engine.tokenizer;

import io.tokenrouter.engine.model.ModelFormatException;
import io.tokenrouter.engine.model.Untrusted;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The ids of a {@code tokenizer.json}, checked for consistency. */
final class HuggingFaceVocabulary {

    private static final Pattern BYTE = Pattern.compile("<0x[0-9A-Fa-f]{2}>");

    private final TokenizerJson source;
    private final List<String> pieces;
    private final List<TokenType> types;
    private final Map<String, AddedToken> added = new HashMap<>();

    /** @throws ModelFormatException if ids collide or are out of range */
    HuggingFaceVocabulary(TokenizerJson source) {
        this.source = source;
        int size = size(source);
        pieces = new ArrayList<>(Collections.nCopies(size, ""));
        types = new ArrayList<>(Collections.nCopies(size, TokenType.UNUSED));
        boolean bytes = source.flag("byte_fallback");
        source.vocabulary().forEach((piece, id) -> put(id, piece, typeOf(piece, bytes)));
        for (AddedToken token : source.added()) {
            put(token);
        }
    }

    List<String> pieces() {
        return pieces;
    }

    /** One for every id; what has no piece is unused. */
    List<TokenType> types() {
        return types;
    }

    /** The id of a piece or added token; null if there is none. */
    @Nullable
    Integer id(String piece) {
        AddedToken token = added.get(piece);
        return token == null ? source.vocabulary().get(piece) : Integer.valueOf(token.id());
    }

    private static int size(TokenizerJson source) {
        if (source.vocabulary().isEmpty()) {
            throw new ModelFormatException(TokenizerJson.NAME + " has no vocabulary");
        }
        int last = 0;
        for (int id : source.vocabulary().values()) {
            last = Math.max(last, checked(id));
        }
        for (AddedToken token : source.added()) {
            last = Math.max(last, checked(token.id()));
        }
        return last + 1;
    }

    private static int checked(int id) {
        if (id < 0 || id >= TokenizerJson.MOST_IDS) {
            throw new ModelFormatException(TokenizerJson.NAME + " has the id " + id + "; 0 to "
                    + (TokenizerJson.MOST_IDS - 1) + " are supported");
        }
        return id;
    }

    private TokenType typeOf(String piece, boolean bytes) {
        if (piece.equals(source.unknown())) {
            return TokenType.UNKNOWN;
        }
        return bytes && BYTE.matcher(piece).matches() ? TokenType.BYTE : TokenType.NORMAL;
    }

    private void put(AddedToken token) {
        Integer known = source.vocabulary().get(token.spelling());
        if (known != null && known != token.id()) {
            throw new ModelFormatException(
                    TokenizerJson.NAME + ": the added token \"" + Untrusted.name(token.spelling()) + "\" has the id "
                            + token.id() + ", but model.vocab gives it " + known);
        }
        if (added.put(token.spelling(), token) != null) {
            throw new ModelFormatException(
                    TokenizerJson.NAME + " has the added token \"" + Untrusted.name(token.spelling()) + "\" twice");
        }
        put(token.id(), token.spelling(), token.control() ? TokenType.CONTROL : TokenType.USER_DEFINED);
    }

    private void put(int id, String piece, TokenType type) {
        if (types.get(id) != TokenType.UNUSED && !pieces.get(id).equals(piece)) {
            throw new ModelFormatException(TokenizerJson.NAME + " has the id " + id + " twice: \""
                    + Untrusted.name(pieces.get(id)) + "\" and \"" + Untrusted.name(piece) + "\"");
        }
        pieces.set(id, piece);
        types.set(id, type);
    }
}
