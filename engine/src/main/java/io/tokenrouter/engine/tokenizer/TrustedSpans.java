package io.tokenrouter.engine.tokenizer;

import java.util.BitSet;

/** Which characters of a text the template wrote. */
final class TrustedSpans {

    private final BitSet trusted = new BitSet();
    private int length;
    private int runFrom;
    private int runEnd;

    TrustedSpans() {}

    /** A text of that length without any trusted character. */
    TrustedSpans(int length) {
        this.length = length;
    }

    void append(int characters, boolean isTrusted) {
        trusted.set(length, length + characters, isTrusted);
        length += characters;
    }

    /**
     * Where the trusted run around {@code index} ends; {@code index} itself if it is in none. Quick for indexes that rise, since
     * a run's end is looked for once.
     */
    int endAt(int index) {
        if (index < runFrom || index >= runEnd) {
            runFrom = index;
            runEnd = trusted.nextClearBit(index);
        }
        return runEnd;
    }
}
