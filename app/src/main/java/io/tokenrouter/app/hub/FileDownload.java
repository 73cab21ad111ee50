package io.tokenrouter.app.hub;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.function.LongConsumer;

/**
 * Fetches one file. What has come is kept beside it under a name with its checksum until it is whole and right, so that a
 * broken download goes on where it ended, and never with another version's bytes.
 */
final class FileDownload {

    private static final int CHUNK = 1 << 17;

    private final HubRepository repository;
    private final Retries retries;
    private final StallGuard guard;

    FileDownload(HubRepository repository, Retries retries, StallGuard guard) {
        this.repository = repository;
        this.retries = retries;
        this.guard = guard;
    }

    /** Bytes of a file that are there already, whole or in part. */
    static long present(HubFile file, Path folder) throws IOException {
        Path whole = folder.resolve(file.path());
        Path part = part(file, folder);
        if (Files.exists(whole)) {
            return Files.size(whole);
        }
        return Files.exists(part) ? Math.min(file.bytes(), Files.size(part)) : 0;
    }

    /**
     * @param progress bytes of this file that are there
     * @throws HubException if the hub does not give it, or other bytes than it announced
     */
    void fetch(HubFile file, Path folder, LongConsumer progress) throws IOException, InterruptedException {
        Path whole = folder.resolve(file.path());
        if (Files.exists(whole) && isRight(file, whole)) {
            progress.accept(file.bytes());
            return;
        }
        Path part = part(file, folder);
        Files.createDirectories(part.getParent());
        int failures = 0;
        for (long have = size(part); have < file.bytes() || !Files.exists(part); have = size(part)) {
            try {
                transfer(file, part, have, progress);
            } catch (IOException e) {
                failures = size(part) > have ? 1 : failures + 1;
                retries.failed(failures, e);
            }
        }
        if (!isRight(file, part)) {
            Files.delete(part);
            throw new HubException("what the hub sent as " + file.path()
                    + " is not what it announced (size or checksum differ); it was thrown away");
        }
        Files.move(part, whole, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private void transfer(HubFile file, Path part, long have, LongConsumer progress)
            throws IOException, InterruptedException {
        HttpResponse<InputStream> answer = repository.content(file, have);
        try (InputStream body = answer.body();
                OutputStream out = continued(answer, part, have)) {
            long bytes = size(part);
            byte[] chunk = new byte[CHUNK];
            for (int read = guard.read(body, chunk); read >= 0; read = guard.read(body, chunk)) {
                bytes += read;
                if (bytes > file.bytes()) {
                    throw new HubException("the hub sends more of " + file.path() + " than the " + file.bytes()
                            + " bytes that it announced");
                }
                out.write(chunk, 0, read);
                progress.accept(bytes);
            }
        } catch (HubException e) {
            Files.deleteIfExists(part);
            throw e;
        }
        if (size(part) < file.bytes()) {
            throw new IOException("the connection ended early");
        }
    }

    /** What a hub sends from the beginning though a part was asked for replaces what was there. */
    private static OutputStream continued(HttpResponse<?> answer, Path part, long have) throws IOException {
        boolean goesOn = answer.statusCode() == 206;
        if (goesOn && !answer.headers().firstValue("Content-Range").orElse("").startsWith("bytes " + have + "-")) {
            throw new IOException("the hub sent another part than was asked for");
        }
        return Files.newOutputStream(
                part,
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                goesOn ? StandardOpenOption.APPEND : StandardOpenOption.TRUNCATE_EXISTING);
    }

    private static boolean isRight(HubFile file, Path content) throws IOException {
        return Files.size(content) == file.bytes()
                && (file.checksum() == null || file.checksum().fits(content));
    }

    private static long size(Path part) throws IOException {
        return Files.exists(part) ? Files.size(part) : 0;
    }

    private static Path part(HubFile file, Path folder) {
        String version = file.checksum() == null ? "unknown" : file.checksum().hex();
        return folder.resolve(file.path()).resolveSibling("." + file.name() + "." + version + ".part");
    }
}
