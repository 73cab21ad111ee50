package io.tokenrouter.app.hub;

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

    boolean isAtTop() {
        return path.indexOf('/') < 0;
    }
}
