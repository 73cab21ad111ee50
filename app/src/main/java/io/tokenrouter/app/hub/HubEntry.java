package io.tokenrouter.app.hub;

import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads entries of a hub's listing. Their paths become paths of this machine, so they are checked first. */
final class HubEntry {

    /** Names that every file system takes literally and a terminal shows as they are. */
    private static final Pattern PATH = Pattern.compile("[^\\p{C}/\\\\:*?\"<>|]+(/[^\\p{C}/\\\\:*?\"<>|]+)*");

    private static final int MOST_PATH = 512;

    private HubEntry() {}

    /**
     * Empty for a name that not every file system takes, which no file of a model has.
     *
     * @throws HubException if it names no file inside a folder, or has no size
     */
    static Optional<HubFile> of(JsonNode entry) {
        String path = entry.path("path").asString("");
        if (path.equals("..") || path.startsWith("../") || path.contains("/../") || path.endsWith("/..")) {
            throw new HubException("the hub lists a file whose path leaves the folder");
        }
        if (path.length() > MOST_PATH || !PATH.matcher(path).matches()) {
            return Optional.empty();
        }
        JsonNode large = entry.path("lfs");
        JsonNode size = large.isObject() ? large.path("size") : entry.path("size");
        if (!size.isIntegralNumber() || !size.canConvertToLong() || size.longValue() < 0) {
            throw new HubException("the hub does not say how large " + path + " is");
        }
        return Optional.of(new HubFile(path, size.longValue(), checksum(entry, large)));
    }

    private static @Nullable Checksum checksum(JsonNode entry, JsonNode large) {
        if (large.isObject()) {
            String sha = large.path("oid").asString("");
            return Checksum.of(Checksum.Kind.SHA_256, sha.startsWith("sha256:") ? sha.substring(7) : sha);
        }
        String blob = entry.path("oid").asString("");
        return blob.length() == Checksum.Kind.GIT_BLOB.digits() ? Checksum.of(Checksum.Kind.GIT_BLOB, blob) : null;
    }
}
