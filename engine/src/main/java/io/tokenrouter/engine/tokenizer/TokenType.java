package io.tokenrouter.engine.tokenizer;

import org.jspecify.annotations.Nullable;

/** What a token of a GGUF vocabulary is, in the order of the numbers that the file uses, from 1 on. */
enum TokenType {
    /** Text, as the tokenizer's own alphabet spells it. */
    NORMAL,
    /** Stands for text that has no other token. */
    UNKNOWN,
    /** Begin, end, role markers: no text. */
    CONTROL,
    /** Text that always is this one token, spelled literally. */
    USER_DEFINED,
    /** A gap in the numbering. */
    UNUSED,
    /** One byte, spelled {@code <0xNN>}. */
    BYTE;

    private static final TokenType[] BY_NUMBER = values();

    /** Null for a number that means nothing. */
    static @Nullable TokenType of(int number) {
        return number >= 1 && number <= BY_NUMBER.length ? BY_NUMBER[number - 1] : null;
    }
}
