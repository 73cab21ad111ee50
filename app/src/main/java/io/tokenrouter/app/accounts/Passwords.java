package io.tokenrouter.app.accounts;

import io.tokenrouter.engine.text.Characters;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.DelegatingPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.stereotype.Component;

/** Hashes passwords, checks them, and makes those that are used once. Safe from any thread; hashing takes a core its time. */
@Component
class Passwords {

    static final int FEWEST_CHARACTERS = 12;

    /** Of UTF-8: bcrypt reads no more. */
    static final int MOST_BYTES = 72;

    /** Without those that look like others. */
    private static final String ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";

    private static final int GROUPS = 4;
    private static final int GROUP = 5;

    private final PasswordEncoder encoder =
            new DelegatingPasswordEncoder("bcrypt", Map.of("bcrypt", new BCryptPasswordEncoder()));
    private final SecureRandom random = new SecureRandom();

    /** What a password is compared with where there is no account, so that this takes as long. */
    private volatile @Nullable String nobodysHash;

    String hash(String password) {
        return encoder.encode(password);
    }

    /**
     * Whether a password is the one of an account.
     *
     * @param hash of that; null where there is no such account, which takes as long and is never true
     */
    boolean matches(String password, @Nullable String hash) {
        // made at the first check of any kind, so that not even that tells whether there is an account
        String nobodys = nobodysHash();
        boolean isRight = isHashable(password) && encoder.matches(password, hash == null ? nobodys : hash);
        return hash != null && isRight;
    }

    private String nobodysHash() {
        String hash = nobodysHash;
        if (hash == null) {
            hash = encoder.encode(oneTime());
            nobodysHash = hash;
        }
        return hash;
    }

    /** 98 random bits in groups that can be read aloud. */
    String oneTime() {
        StringBuilder password = new StringBuilder();
        for (int i = 0; i < GROUPS * GROUP; i++) {
            if (i > 0 && i % GROUP == 0) {
                password.append('-');
            }
            password.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return password.toString();
    }

    /**
     * @param field that is named in the refusal
     * @throws AccountException if it is too short, too long, or the account's name
     */
    static void verifyGoodEnough(String field, String password, String accountName) {
        if (Characters.count(password) < FEWEST_CHARACTERS) {
            throw AccountException.invalid(field, "A password needs at least " + FEWEST_CHARACTERS + " characters.");
        }
        if (!isHashable(password)) {
            throw AccountException.invalid(
                    field, "A password has at most " + MOST_BYTES + " bytes; most characters are one each.");
        }
        if (password.equalsIgnoreCase(accountName)) {
            throw AccountException.invalid(field, "A password must not be the account's name.");
        }
    }

    private static boolean isHashable(String password) {
        return password.length() <= MOST_BYTES && password.getBytes(StandardCharsets.UTF_8).length <= MOST_BYTES;
    }
}
