package io.tokenrouter.app.accounts;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.regex.Pattern;

/**
 * What whoever is signed in shows: 256 random bits. The database holds its hash only, so that a copy of the database signs
 * nobody in.
 */
final class SessionToken {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Pattern FORM = Pattern.compile("trs_[A-Za-z0-9_-]{43}");

    private SessionToken() {}

    static String random() {
        byte[] bits = new byte[32];
        RANDOM.nextBytes(bits);
        return "trs_" + Base64.getUrlEncoder().withoutPadding().encodeToString(bits);
    }

    /** Whether it can be one; all else need not be looked up. */
    static boolean isWellFormed(String token) {
        return FORM.matcher(token).matches();
    }

    static byte[] hash(String token) {
        return sha256(token);
    }

    /**
     * What a page of the session adds to each change, so that no page of another site can make one. A function of the session:
     * nothing is kept, it ends with the session, and nobody without the cookie can know it.
     */
    static String pageToken(String token) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(sha256("page " + token));
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.US_ASCII));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
