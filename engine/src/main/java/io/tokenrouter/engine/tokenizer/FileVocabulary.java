package io.tokenrouter.engine.tokenizer;

import io.tokenrouter.engine.api.Vocabulary;
import io.tokenrouter.engine.model.ModelFormatException;
import io.tokenrouter.engine.model.Untrusted;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The vocabulary of a model file, every id's bytes worked out once. */
final class FileVocabulary implements Vocabulary {

    /** SentencePiece's mark of a space. */
    static final char SPACE_MARK = '▁';

    /** Control tokens that end a turn in the common model families, for files that name but one end. */
    private static final Set<String> END_SPELLINGS = Set.of(
            "</s>",
            "<|end|>",
            "<|endoftext|>",
            "<|end_of_text|>",
            "<|im_end|>",
            "<|eot_id|>",
            "<|eom_id|>",
            "<end_of_turn>",
            "<turn|>",
            "<｜end▁of▁sentence｜>");

    /** Control tokens that are part of what a model says: between them stand calls of tools, which callers want to see. */
    private static final Set<String> SPOKEN_SPELLINGS = Set.of(
            "<tool_call>",
            "</tool_call>",
            "<|python_tag|>",
            "[TOOL_CALLS]",
            "[CALL_ID]",
            "[ARGS]",
            "<|tool_call|>",
            "<|/tool_call|>",
            "<｜tool▁calls▁begin｜>",
            "<｜tool▁calls▁end｜>",
            "<｜tool▁call▁begin｜>",
            "<｜tool▁call▁end｜>",
            "<｜tool▁sep｜>");

    private static final byte[] NO_BYTES = {};

    private final List<String> pieces;
    private final List<TokenType> types;
    private final byte[][] bytes;
    private final Set<Integer> endIds;

    /**
     * @param pieces spelling of every id
     * @param types one for every id
     * @param declaredEndIds ids that the file itself calls an end
     * @throws ModelFormatException if a byte is not spelled as one
     */
    FileVocabulary(List<String> pieces, List<TokenType> types, PieceSpelling spelling, Set<Integer> declaredEndIds) {
        this.pieces = List.copyOf(pieces);
        this.types = List.copyOf(types);
        bytes = new byte[pieces.size()][];
        Set<Integer> ends = new TreeSet<>(declaredEndIds);
        for (int id = 0; id < bytes.length; id++) {
            bytes[id] = bytesOf(id, pieces.get(id), types.get(id), spelling);
            if (types.get(id) == TokenType.CONTROL && END_SPELLINGS.contains(pieces.get(id))) {
                ends.add(id);
            }
        }
        endIds = Set.copyOf(ends);
    }

    @Override
    public int size() {
        return bytes.length;
    }

    @Override
    public byte[] bytes(int id) {
        return bytes[id];
    }

    @Override
    public String piece(int id) {
        return pieces.get(id);
    }

    @Override
    public boolean isControl(int id) {
        return switch (types.get(id)) {
            case CONTROL, UNKNOWN, UNUSED -> true;
            case NORMAL, USER_DEFINED, BYTE -> false;
        };
    }

    @Override
    public Set<Integer> endIds() {
        return endIds;
    }

    private static byte[] bytesOf(int id, String piece, TokenType type, PieceSpelling spelling) {
        return switch (type) {
            case CONTROL -> SPOKEN_SPELLINGS.contains(piece) ? piece.getBytes(StandardCharsets.UTF_8) : NO_BYTES;
            case UNKNOWN, UNUSED -> NO_BYTES;
            case BYTE -> new byte[] {byteToken(id, piece)};
            case USER_DEFINED -> utf8(piece, spelling);
            case NORMAL ->
                spelling == PieceSpelling.BYTE_LEVEL ? ByteLevelAlphabet.decode(piece) : utf8(piece, spelling);
        };
    }

    private static byte[] utf8(String piece, PieceSpelling spelling) {
        String text = spelling == PieceSpelling.SENTENCE_PIECE ? piece.replace(SPACE_MARK, ' ') : piece;
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte byteToken(int id, String piece) {
        if (!piece.matches("<0x[0-9A-Fa-f]{2}>")) {
            throw new ModelFormatException(
                    "token id " + id + " is a byte, but is not spelled <0xNN>: \"" + Untrusted.name(piece) + "\"");
        }
        return (byte) Integer.parseInt(piece, 3, 5, 16);
    }
}
