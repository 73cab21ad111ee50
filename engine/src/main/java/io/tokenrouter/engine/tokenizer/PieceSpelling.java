package io.tokenrouter.engine.tokenizer;

/** How the pieces of a vocabulary spell bytes. */
enum PieceSpelling {
    /** By an alphabet of 256 characters that stand for bytes. */
    BYTE_LEVEL,
    /** As text with a mark for each space; bytes without a token of their own as {@code <0xNN>}. */
    SENTENCE_PIECE
}
