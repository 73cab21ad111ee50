package io.tokenrouter.app.postgres;

import io.tokenrouter.app.StartupException;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/** The programs of Postgres, unpacked from the jar that brings them for this platform. */
final class PostgresPrograms {

    private final Path home;

    private PostgresPrograms(Path home) {
        this.home = home;
    }

    /**
     * Unpacks the programs below a folder, once: a later call finds them there.
     *
     * @throws StartupException if there are none for this platform
     */
    static PostgresPrograms below(Path folder) throws IOException {
        String name = archiveName();
        URL archive = PostgresPrograms.class.getResource("/" + name);
        if (archive == null) {
            throw new StartupException("no Postgres comes with TokenRouter for this platform (" + name
                    + "); give the address of one with --postgres-url");
        }
        Path home = folder.resolve("programs-" + fingerprint(archive));
        if (!Files.isDirectory(home)) {
            Files.createDirectories(folder);
            Path unfinished = Files.createTempDirectory(folder, "unpacking-");
            try {
                unpack(archive, unfinished);
            } catch (IOException e) {
                deleteTree(unfinished);
                throw e;
            }
            moveUnlessThere(unfinished, home);
        }
        return new PostgresPrograms(home);
    }

    Path program(String name) {
        return home.resolve("bin").resolve(name);
    }

    private static String archiveName() {
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String machine = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        String system = os.contains("mac") ? "darwin" : os;
        String processor = switch (machine) {
            case "amd64", "x86_64" -> "x86_64";
            case "aarch64", "arm64" -> "arm_64";
            default -> machine;
        };
        return "postgres-" + system + "-" + processor + ".txz";
    }

    private static String fingerprint(URL archive) throws IOException {
        URLConnection connection = archive.openConnection();
        long mark = connection instanceof JarURLConnection jar
                ? jar.getJarEntry().getCrc()
                : connection.getContentLengthLong();
        return Long.toHexString(mark);
    }

    private static void unpack(URL archive, Path into) throws IOException {
        try (InputStream packed = archive.openStream();
                TarArchiveInputStream tar = new TarArchiveInputStream(new XZInputStream(packed))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                Path file = into.resolve(entry.getName()).normalize();
                if (!file.startsWith(into)) {
                    throw new IOException("the Postgres archive has an entry outside its folder: " + entry.getName());
                }
                if (entry.isDirectory()) {
                    Files.createDirectories(file);
                    continue;
                }
                Files.createDirectories(file.getParent());
                if (entry.isSymbolicLink()) {
                    Files.createSymbolicLink(file, Path.of(entry.getLinkName()));
                } else {
                    Files.copy(tar, file, StandardCopyOption.REPLACE_EXISTING);
                    boolean executable = (entry.getMode() & 0100) != 0;
                    Files.setPosixFilePermissions(
                            file, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
                }
            }
        }
        Files.setPosixFilePermissions(into, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Two servers of one user may unpack at the same time; the first to finish wins. */
    private static void moveUnlessThere(Path unfinished, Path home) throws IOException {
        try {
            Files.move(unfinished, home, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            deleteTree(unfinished);
            if (!Files.isDirectory(home)) {
                throw e;
            }
        }
    }

    static void deleteTree(Path root) throws IOException {
        if (!Files.exists(root)) {
            return;
        }
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
