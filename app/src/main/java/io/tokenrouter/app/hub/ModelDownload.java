package io.tokenrouter.app.hub;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;

/**
 * Downloads models from one hub into one folder, each into a folder of its own. Files appear there under their own names only
 * when all are whole and right, {@code config.json} last, without which a folder is no model. Blocks.
 */
public final class ModelDownload {

    /** What must stay free on the disk. */
    private static final long SPARE = 256L << 20;

    private final HubAccess access;
    private final Retries retries;
    private final StallGuard guard;
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
                StallGuard.inRealTime(),
                folder -> Files.getFileStore(folder).getUsableSpace());
    }

    ModelDownload(HubAccess access, Retries.Pause pause, StallGuard guard, FreeSpace space) {
        this.access = access;
        this.retries = new Retries(pause);
        this.guard = guard;
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
        try (HubHttp http = new HubHttp(access)) {
            boolean hasToken = access.token().isPresent();
            HubRepository repository = retries.run(() -> HubRepository.open(http, guard, id, revision, hasToken));
            List<HubFile> chosen = FileChoice.of(retries.run(repository::files), file);
            DownloadFolder folder =
                    new DownloadFolder(Files.createDirectories(models.resolve(id.folder())), repository.commit());
            try (FileChannel channel = FileChannel.open(
                            folder.path().resolve(".download.lock"),
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE);
                    FileLock _ = lock(channel, id)) {
                folder.dropOldParts(chosen);
                List<HubFile> missing = folder.missing(chosen);
                checkSpace(missing, folder);
                fetch(chosen, missing, folder, new FileDownload(repository, retries, guard), progress);
                folder.put(chosen, missing);
            }
            return chosen.size() == 1 ? folder.whole(chosen.getFirst()) : folder.path();
        }
    }

    private static void fetch(
            List<HubFile> chosen,
            List<HubFile> missing,
            DownloadFolder folder,
            FileDownload download,
            DownloadProgress progress)
            throws IOException, InterruptedException {
        long all = bytes(chosen);
        long before = all - bytes(missing);
        for (HubFile file : missing) {
            long done = before;
            download.fetch(file, folder.part(file), bytes -> progress.at(file.path(), done + bytes, all));
            before += file.bytes();
        }
        progress.at(chosen.getLast().path(), all, all);
    }

    private static long bytes(List<HubFile> files) {
        return files.stream().mapToLong(HubFile::bytes).sum();
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

    private void checkSpace(List<HubFile> missing, DownloadFolder folder) throws IOException {
        long needed = 0;
        for (HubFile file : missing) {
            needed += file.bytes() - folder.waiting(file);
            if (needed < 0) {
                throw new HubException("the hub lists more bytes than can be counted");
            }
        }
        long free = space.of(folder.path());
        if (needed > 0 && needed > free - SPARE) {
            throw new HubException("the model takes " + needed / (1 << 20) + " MiB more on the disk of " + folder.path()
                    + ", where " + free / (1 << 20) + " MiB are free, of which " + SPARE / (1 << 20)
                    + " MiB are left alone");
        }
    }
}
