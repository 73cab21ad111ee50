package io.tokenrouter.app.hub;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/** Entries of a hub's listing. */
final class ListedFile {

    /** Bytes from which on a hub keeps files in its store for large ones. */
    static final int LARGE = 1000;

    private ListedFile() {}

    static Map<String, Object> entry(String path, byte[] content) {
        Map<String, Object> entry = bare(path, content);
        byte[] header = ("blob " + content.length + '\0').getBytes(StandardCharsets.US_ASCII);
        entry.put("oid", hex("SHA-1", header, content));
        if (content.length >= LARGE) {
            entry.put("lfs", Map.of("oid", hex("SHA-256", content), "size", content.length, "pointerSize", 134));
        }
        return entry;
    }

    /** Without checksums. */
    static Map<String, Object> bare(String path, byte[] content) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("type", "file");
        entry.put("path", path);
        entry.put("size", content.length);
        return entry;
    }

    private static String hex(String algorithm, byte[]... parts) {
        try {
            MessageDigest digest = MessageDigest.getInstance(algorithm);
            for (byte[] part : parts) {
                digest.update(part);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
