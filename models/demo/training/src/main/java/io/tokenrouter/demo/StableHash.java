package io.tokenrouter.demo;

/** FNV-1a over UTF-16 units with a final mix. The splits hang on these values: they must never change. */
final class StableHash {

    private StableHash() {}

    /** From 0 to 2^31 - 1. */
    static int of(String text) {
        int hash = 0x811c9dc5;
        for (int i = 0; i < text.length(); i++) {
            hash ^= text.charAt(i);
            hash *= 0x01000193;
        }
        hash ^= hash >>> 15;
        hash *= 0x2c1b3c6d;
        hash ^= hash >>> 12;
        hash *= 0x297a2d39;
        hash ^= hash >>> 15;
        return hash & 0x7fffffff;
    }
}
