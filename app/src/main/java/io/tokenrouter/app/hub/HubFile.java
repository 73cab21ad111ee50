package io.tokenrouter.app.hub;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A file of a repository as the hub lists it.
 *
 * @param path relative, with slashes; checked to stay inside a folder
 * @param bytes of its content
 * @param checksum of its content; null where the hub tells none
 */
record HubFile(String path, long bytes, @Nullable Checksum checksum) {

    /** The last part of its path. */
    String name() {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** Whether a file has this size and, where one is listed, this checksum; reads all of it. */
    boolean fits(Path content) throws IOException {
        return Files.size(content) == bytes && (checksum == null || checksum.fits(content));
    }
}
