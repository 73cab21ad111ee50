package io.tokenrouter.app.registry;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A model cannot be loaded from its file. The message is for people, also for those who may not know where files lie: it has the
 * file's name, never its path.
 */
final class UnusableFile extends RuntimeException {

    /** What is told of a failure that nobody thought of. */
    static final String UNFORESEEN = "an unexpected failure; the server's log says more";

    private static final long serialVersionUID = 1L;

    UnusableFile(Path file, @Nullable String message, @Nullable Throwable cause) {
        super(message == null ? "it cannot be used" : withoutPath(file, message), cause);
    }

    private static String withoutPath(Path file, String message) {
        Path name = file.getFileName();
        return name == null ? message : message.replace(file.toString(), name.toString());
    }
}
