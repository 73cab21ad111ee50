package io.tokenrouter.engine.grammar;

import java.util.BitSet;

/** Bytes that a vocabulary has a token for, each alone. */
record WritableBytes(BitSet bytes) {

    boolean has(int value) {
        return bytes.get(value);
    }

    boolean hasAny(int low, int high) {
        int next = bytes.nextSetBit(low);
        return next >= 0 && next <= high;
    }

    boolean hasAll(byte[] word) {
        for (byte each : word) {
            if (!bytes.get(each & 0xFF)) {
                return false;
            }
        }
        return true;
    }
}
