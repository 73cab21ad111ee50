package io.tokenrouter.app.hub;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.LongConsumer;

/** Fetches one file. A broken download goes on where it ended. */
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

    /**
     * Returns when all of a file is there and right.
     *
     * @param part what is there of it
     * @param progress bytes of this file that are there
     * @throws HubException if the hub does not give it, or other bytes than it announced
     */
    void fetch(HubFile file, Path part, LongConsumer progress) throws IOException, InterruptedException {
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
        if (!file.fits(part)) {
            Files.delete(part);
            throw new HubException("what the hub sent as " + file.path()
                    + " is not what it announced (size or checksum differ); it was thrown away");
        }
        progress.accept(file.bytes());
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

    private static long size(Path part) throws IOException {
        return Files.exists(part) ? Files.size(part) : 0;
    }
}
