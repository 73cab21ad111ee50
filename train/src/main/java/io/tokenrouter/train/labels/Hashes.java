package io.tokenrouter.train.labels;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** SHA-256, in hexadecimal digits. */
public final class Hashes {

    private Hashes() {}

    /** Of a file; of a folder, of the names and hashes of the files right in it. */
    public static String sha256(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            return sha256(String.join("\n", files(file)));
        }
        MessageDigest digest = digest();
        try (InputStream in = Files.newInputStream(file);
                OutputStream out = new DigestOutputStream(OutputStream.nullOutputStream(), digest)) {
            in.transferTo(out);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static List<String> files(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> inside = Files.list(folder)) {
            files = inside.filter(Files::isRegularFile).sorted().toList();
        }
        List<String> all = new ArrayList<>();
        for (Path file : files) {
            all.add(file.getFileName() + " " + sha256(file));
        }
        return all;
    }

    /** Of a text. */
    public static String sha256(String text) {
        return HexFormat.of().formatHex(digest().digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
