package io.tokenrouter.app.keys;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A key as its owner has it: {@code tr-} and 52 letters and digits of five random bits each. That is 260 bits: nobody finds one
 * by trying, whatever a try costs. A slow hash or a salt, made for passwords that people choose, would protect nothing here and
 * cost every request its time. The prefix lets scanners of published code recognise a key.
 */
public final class KeySecret {

    private static final String PREFIX = "tr-";
    private static final int LENGTH = 52;
    private static final int SHOWN = PREFIX.length() + 4;

    /** Without i, l, o and u, which are read for others. */
    private static final String ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

    private static final Pattern FORM = Pattern.compile(PREFIX + "[" + ALPHABET + "]{" + LENGTH + "}");

    private final String text;

    private KeySecret(String text) {
        this.text = text;
    }

    /** A new one. */
    static KeySecret random(SecureRandom random) {
        StringBuilder text = new StringBuilder(PREFIX);
        for (int i = 0; i < LENGTH; i++) {
            text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return new KeySecret(text.toString());
    }

    /** Empty for what cannot be a key. */
    static Optional<KeySecret> parse(String text) {
        return FORM.matcher(text).matches() ? Optional.of(new KeySecret(text)) : Optional.empty();
    }

    /** The whole key, for its owner alone. */
    public String reveal() {
        return text;
    }

    /** The first characters, for people to tell keys apart. */
    String hint() {
        return text.substring(0, SHOWN);
    }

    KeyHash hash() {
        try {
            return new KeyHash(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.US_ASCII)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Not the key: what is printed by accident ends up in logs. */
    @Override
    public String toString() {
        return hint() + "…";
    }
}
