package io.tokenrouter.engine.heads;

import io.tokenrouter.engine.model.ModelFormatException;
import io.tokenrouter.engine.model.SafetensorsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;

/** A file of a head, and what it was found to hold. Safe from any thread. */
final class HeadFile {

    private static final int MOST_BYTES = 1 << 30;

    private final String id;
    private final Path path;
    private volatile @Nullable Finding last;

    /** A head, or why there is none in the file as it was then. */
    private sealed interface Finding {

        Version of();

        record Read(Version of, RouterHead head) implements Finding {}

        record Unusable(Version of, ModelFormatException reason) implements Finding {}
    }

    private record Version(FileTime changed, long size) {}

    /** @param id of the head */
    HeadFile(String id, Path path) {
        this.id = id;
        this.path = path;
    }

    /**
     * Reads the file if nobody has read it as it is now.
     *
     * @throws ModelFormatException if it cannot be read, or holds no head
     */
    RouterHead head() {
        return switch (finding()) {
            case Finding.Read read -> read.head();
            case Finding.Unusable file ->
                throw new ModelFormatException(String.valueOf(file.reason().getMessage()), file.reason());
        };
    }

    private Finding finding() {
        try {
            Finding known = last;
            return known != null && known.of().equals(version()) ? known : found();
        } catch (IOException e) {
            throw new ModelFormatException("the file of the router head cannot be read", e);
        }
    }

    /** One at a time, so that a file of many bytes is not in memory once for each request. */
    private synchronized Finding found() throws IOException {
        Version now = version();
        Finding known = last;
        if (known == null || !known.of().equals(now)) {
            known = read(now);
            last = known;
        }
        return known;
    }

    private Finding read(Version now) throws IOException {
        try {
            return new Finding.Read(now, RouterHeadReader.read(id, SafetensorsFile.read(path, MOST_BYTES)));
        } catch (ModelFormatException e) {
            return new Finding.Unusable(now, e);
        }
    }

    private Version version() throws IOException {
        BasicFileAttributes file = Files.readAttributes(path, BasicFileAttributes.class);
        return new Version(file.lastModifiedTime(), file.size());
    }
}
