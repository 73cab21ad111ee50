package io.tokenrouter.app.hub;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Downloads models from one hub into one folder, each into a folder of its own. Files appear there under their own names only
 * when they are whole and right, {@code config.json} last, without which a folder is no model. Blocks.
 */
public final class ModelDownload {

    private static final String LAST = "config.json";

    /** What must stay free on the disk. */
    private static final long SPARE = 256L << 20;

    private static final Duration STALLED = Duration.ofSeconds(60);

    private final HubAccess access;
    private final Retries retries;
    private final Duration patience;
    private final FreeSpace space;

    /** Bytes that a folder's disk can still take. */
    @FunctionalInterface
    interface FreeSpace {
        long of(Path folder) throws IOException;
    }

    public ModelDownload(HubAccess access) {
        this(
                access,
                Thread::sleep,
                STALLED,
                folder -> Files.getFileStore(folder).getUsableSpace());
    }

    /** @param patience with a connection over which nothing comes */
    ModelDownload(HubAccess access, Retries.Pause pause, Duration patience, FreeSpace space) {
        this.access = access;
        this.retries = new Retries(pause);
        this.patience = patience;
        this.space = space;
    }

    /**
     * @param revision a branch, tag or commit
     * @param file of a repository with several GGUF files
     * @param models the folder that gets a folder for the repository; made if it is not there
     * @return the GGUF file, or the folder of a model in safetensors
     * @throws HubException if the hub does not give it, it does not fit the disk, or another download of it runs
     * @throws IOException if this machine's files cannot be written
     */
    public Path fetch(HubId id, String revision, Optional<String> file, Path models, DownloadProgress progress)
            throws IOException, InterruptedException {
        try (HubHttp http = new HubHttp(access);
                StallGuard guard = new StallGuard(patience)) {
            boolean hasToken = access.token().isPresent();
            HubRepository repository = retries.run(() -> HubRepository.open(http, id, revision, hasToken));
            List<HubFile> chosen = inOrder(FileChoice.of(retries.run(repository::files), file));
            Path folder = Files.createDirectories(models.resolve(id.folder()));
            try (FileChannel channel = FileChannel.open(
                            folder.resolve(".download.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock _ = lock(channel, id)) {
                checkSpace(chosen, folder);
                fetch(chosen, folder, new FileDownload(repository, retries, guard), progress);
            }
            return chosen.size() == 1 ? folder.resolve(chosen.getFirst().path()) : folder;
        }
    }

    private static void fetch(List<HubFile> chosen, Path folder, FileDownload download, DownloadProgress progress)
            throws IOException, InterruptedException {
        long all = chosen.stream().mapToLong(HubFile::bytes).sum();
        long before = 0;
        for (HubFile file : chosen) {
            long done = before;
            download.fetch(file, folder, bytes -> progress.at(file.path(), done + bytes, all));
            before += file.bytes();
        }
    }

    private static List<HubFile> inOrder(List<HubFile> chosen) {
        return chosen.stream()
                .sorted((one, other) ->
                        Boolean.compare(one.path().equals(LAST), other.path().equals(LAST)))
                .toList();
    }

    private static FileLock lock(FileChannel channel, HubId id) throws IOException {
        FileLock lock;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            lock = null;
        }
        if (lock == null) {
            throw new HubException(id + " is being downloaded already");
        }
        return lock;
    }

    private void checkSpace(List<HubFile> chosen, Path folder) throws IOException {
        long missing = 0;
        for (HubFile file : chosen) {
            missing += Math.max(0, file.bytes() - FileDownload.present(file, folder));
            if (missing < 0) {
                throw new HubException("the hub lists more bytes than can be counted");
            }
        }
        long free = space.of(folder);
        if (missing > 0 && missing > free - SPARE) {
            throw new HubException("the model takes " + missing / (1 << 20) + " MiB more on the disk of " + folder
                    + ", where " + free / (1 << 20) + " MiB are free, of which " + SPARE / (1 << 20)
                    + " MiB are left alone");
        }
    }
}
