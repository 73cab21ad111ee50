package io.tokenrouter.app.registry;

import io.tokenrouter.engine.catalog.ModelInspection;
import io.tokenrouter.engine.model.ModelFormatException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.SoftReference;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Reads the headers of model files and folders, a few at a time, and keeps what it read while there is memory for it and the files are the
 * same. Blocks; safe from any thread.
 */
@Component
class Inspections {

    private static final Logger log = LoggerFactory.getLogger(Inspections.class);

    private static final int MOST_KEPT = 64;
    private static final int MOST_FILES = 2000;
    private static final int AT_ONCE = 2;
    private static final long PATIENCE_SECONDS = 10;

    private record Key(Path file, long bytes, FileTime changed) {}

    private final Semaphore readers = new Semaphore(AT_ONCE);
    private final Map<Key, SoftReference<ModelInspection>> kept =
            Collections.synchronizedMap(new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<Key, SoftReference<ModelInspection>> eldest) {
                    return size() > MOST_KEPT;
                }
            });

    /**
     * @throws UnusableFile if it cannot be read or used
     * @throws RegistryRefusal BUSY if others are being read for too long
     */
    ModelInspection of(Path file) {
        try {
            Key key = key(file);
            SoftReference<ModelInspection> known = kept.get(key);
            ModelInspection inspection = known == null ? null : known.get();
            if (inspection == null) {
                inspection = read(file);
                kept.put(key, new SoftReference<>(inspection));
            }
            return inspection;
        } catch (NoSuchFileException e) {
            throw new UnusableFile(file, "there is no file or folder " + file, e);
        } catch (IOException e) {
            throw new UnusableFile(file, "cannot read " + file + ": " + e.getMessage(), e);
        } catch (ModelFormatException | IllegalArgumentException | InternalError e) {
            throw new UnusableFile(file, e.getMessage(), e);
        } catch (OutOfMemoryError e) {
            throw new UnusableFile(file, "its header does not fit the memory of this JVM", e);
        } catch (RegistryRefusal e) {
            throw e;
        } catch (RuntimeException | StackOverflowError e) {
            log.error("Cannot read model {}", file, e);
            throw new UnusableFile(file, UnusableFile.UNFORESEEN, e);
        }
    }

    /** Of a folder: its files together, since one that is written over leaves no trace in the folder itself. */
    private static Key key(Path file) throws IOException {
        if (!Files.isDirectory(file)) {
            return new Key(file, Files.size(file), Files.getLastModifiedTime(file));
        }
        long bytes = 0;
        FileTime changed = Files.getLastModifiedTime(file);
        try (Stream<Path> entries = Files.list(file)) {
            for (Path entry : (Iterable<Path>) entries.limit(MOST_FILES).filter(Files::isRegularFile)::iterator) {
                bytes += Files.size(entry);
                FileTime time = Files.getLastModifiedTime(entry);
                changed = time.compareTo(changed) > 0 ? time : changed;
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return new Key(file, bytes, changed);
    }

    private ModelInspection read(Path file) throws IOException {
        try {
            if (!readers.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw RegistryRefusal.busy("Other model files are being read; try again.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw RegistryRefusal.busy("The server is stopping.");
        }
        try {
            return ModelInspection.of(file);
        } finally {
            readers.release();
        }
    }
}
