package io.tokenrouter.app.remote;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The tokens of sessions, a line {@code SERVER TOKEN} for each server. Only its owner can read it: it is made so, and one that
 * others can read is not believed.
 */
final class SessionFile {

    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    private final Path file;

    SessionFile(Path file) {
        this.file = file;
    }

    /** Where it lies for whoever has this environment. */
    static SessionFile of(Map<String, String> environment) {
        String configured = environment.getOrDefault("XDG_CONFIG_HOME", "");
        Path folder = configured.isEmpty() ? Path.of(System.getProperty("user.home"), ".config") : Path.of(configured);
        return new SessionFile(folder.resolve("tokenrouter").resolve("sessions"));
    }

    Optional<String> token(URI server) {
        String begin = server + " ";
        return lines().stream()
                .filter(line -> line.startsWith(begin))
                .map(line -> line.substring(begin.length()))
                .findFirst();
    }

    void keep(URI server, String token) {
        List<String> lines = without(server);
        lines.add(server + " " + token);
        write(lines);
    }

    void forget(URI server) {
        if (Files.exists(file)) {
            write(without(server));
        }
    }

    @Override
    public String toString() {
        return file.toString();
    }

    private List<String> without(URI server) {
        List<String> lines = new ArrayList<>(lines());
        lines.removeIf(line -> line.startsWith(server + " "));
        return lines;
    }

    private List<String> lines() {
        if (!Files.exists(file)) {
            return List.of();
        }
        try {
            if (isPosix() && !OWNER_ONLY.containsAll(Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS))) {
                throw new RemoteException("others can read " + file + ", which holds sessions; chmod 600 it");
            }
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new RemoteException("cannot read " + file + ": " + e.getMessage());
        }
    }

    /** Beside it and then in its place, so that no moment shows half of it, or all of it to others. */
    private void write(List<String> lines) {
        try {
            Files.createDirectories(file.getParent());
            Path next = Files.createTempFile(file.getParent(), "sessions", ".next", attributes());
            Files.write(next, lines);
            Files.move(next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new RemoteException("cannot write " + file + ": " + e.getMessage());
        }
    }

    private FileAttribute<?>[] attributes() {
        return isPosix()
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER_ONLY)}
                : new FileAttribute<?>[0];
    }

    private boolean isPosix() {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
