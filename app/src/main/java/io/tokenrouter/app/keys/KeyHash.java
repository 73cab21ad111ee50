package io.tokenrouter.app.keys;

import java.security.MessageDigest;

/**
 * SHA-256 of a key, by which it is found. Whoever tries keys does not choose their hashes, so the time of a look-up tells
 * nothing about the keys that there are.
 */
final class KeyHash {

    static final int BYTES = 32;

    private final byte[] digest;

    KeyHash(byte[] digest) {
        if (digest.length != BYTES) {
            throw new IllegalArgumentException("a hash has " + BYTES + " bytes, not " + digest.length);
        }
        this.digest = digest.clone();
    }

    byte[] bytes() {
        return digest.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof KeyHash hash && MessageDigest.isEqual(digest, hash.digest);
    }

    /** Any four bytes of a digest are as good as all. */
    @Override
    public int hashCode() {
        return digest[0] << 24 | (digest[1] & 0xff) << 16 | (digest[2] & 0xff) << 8 | digest[3] & 0xff;
    }

    @Override
    public String toString() {
        return "hash of a key";
    }
}
