package io.tokenrouter.app.hub;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * What a hub says of a file's content: of large files their SHA-256, of small ones the id that Git gives them, which is the
 * SHA-1 of a line with their length and the content.
 *
 * @param hex lower case
 */
record Checksum(Kind kind, String hex) {

    private static final int CHUNK = 1 << 16;
    private static final Pattern HEX = Pattern.compile("[0-9a-f]*");

    enum Kind {
        SHA_256("SHA-256", 64),
        GIT_BLOB("SHA-1", 40);

        private final String algorithm;
        private final int digits;

        Kind(String algorithm, int digits) {
            this.algorithm = algorithm;
            this.digits = digits;
        }

        int digits() {
            return digits;
        }
    }

    /** @throws HubException if it does not have that form */
    static Checksum of(Kind kind, String text) {
        String hex = text.toLowerCase(Locale.ROOT);
        if (hex.length() != kind.digits || !HEX.matcher(hex).matches()) {
            throw new HubException("the hub lists a file with a checksum that is none");
        }
        return new Checksum(kind, hex);
    }

    /** Whether a file has this content; reads all of it. */
    boolean fits(Path file) throws IOException {
        MessageDigest digest = digest();
        if (kind == Kind.GIT_BLOB) {
            digest.update(("blob " + Files.size(file) + '\0').getBytes(StandardCharsets.US_ASCII));
        }
        byte[] chunk = new byte[CHUNK];
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
                digest.update(chunk, 0, read);
            }
        }
        return HexFormat.of().formatHex(digest.digest()).equals(hex);
    }

    private MessageDigest digest() {
        try {
            return MessageDigest.getInstance(kind.algorithm);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has " + kind.algorithm, e);
        }
    }
}
