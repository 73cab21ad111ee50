package io.tokenrouter.app.postgres;

import io.tokenrouter.app.StartupException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The folder of one embedded Postgres: its lock, its password and the cluster itself. Readable by its owner only. Held by
 * one server at a time.
 */
final class DataFolder implements AutoCloseable {

    private static final String OWNER_ONLY_FOLDER = "rwx------";
    private static final String OWNER_ONLY_FILE = "rw-------";

    private final Path root;
    private final FileChannel lockFile;

    private DataFolder(Path root, FileChannel lockFile) {
        this.root = root;
        this.lockFile = lockFile;
    }

    /** @throws StartupException if another server holds it */
    static DataFolder open(Path root) throws IOException {
        Files.createDirectories(root);
        Files.setPosixFilePermissions(root, PosixFilePermissions.fromString(OWNER_ONLY_FOLDER));
        Path file = root.resolve("lock");
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        if (tryLock(channel) == null) {
            channel.close();
            throw inUse(root, file);
        }
        channel.truncate(0);
        channel.write(
                ByteBuffer.wrap(Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII)));
        return new DataFolder(root, channel);
    }

    /** @throws StartupException if another server holds it now; makes and changes nothing */
    static void verifyFree(Path root) throws IOException {
        Path file = root.resolve("lock");
        if (!Files.isRegularFile(file)) {
            return;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            if (tryLock(channel) == null) {
                throw inUse(root, file);
            }
        }
    }

    private static StartupException inUse(Path root, Path lockFile) throws IOException {
        String holder = Files.readString(lockFile, StandardCharsets.US_ASCII).strip();
        return new StartupException("the data folder " + root + " is in use by another TokenRouter server"
                + (holder.isEmpty() ? "" : " (process " + holder + ")")
                + "; stop it or choose another with --data");
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException heldByThisProcess) {
            return null;
        }
    }

    Path root() {
        return root;
    }

    Path cluster() {
        return clusterBelow(root);
    }

    static Path clusterBelow(Path root) {
        return root.resolve("cluster");
    }

    Path passwordFile() {
        return root.resolve("password");
    }

    boolean hasCluster() {
        return Files.isRegularFile(cluster().resolve("PG_VERSION"));
    }

    /**
     * The password of the database; a random one is made before the cluster is. Its file appears complete or not at all, so
     * a first start that was cut off leaves none behind that a later one would take for it.
     *
     * @throws StartupException if there is a cluster, but its password is lost
     */
    String password() throws IOException {
        Path file = passwordFile();
        if (!Files.isRegularFile(file) || Files.size(file) == 0) {
            if (hasCluster()) {
                throw new StartupException("the database in " + cluster() + " cannot be opened: its password file "
                        + file + " is missing");
            }
            makePassword(file);
        }
        return Files.readString(file).strip();
    }

    private void makePassword(Path file) throws IOException {
        byte[] random = new byte[24];
        new SecureRandom().nextBytes(random);
        Path unfinished = root.resolve("password.unfinished");
        Files.deleteIfExists(unfinished);
        Files.createFile(
                unfinished, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(OWNER_ONLY_FILE)));
        Files.writeString(unfinished, HexFormat.of().formatHex(random));
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void close() throws IOException {
        lockFile.close();
    }
}
