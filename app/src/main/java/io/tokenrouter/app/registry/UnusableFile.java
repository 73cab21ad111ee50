package io.tokenrouter.app.registry;

import org.jspecify.annotations.Nullable;

/** A model cannot be loaded from its file. The message is for people. */
final class UnusableFile extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnusableFile(@Nullable String message, @Nullable Throwable cause) {
        super(message == null ? "it cannot be used" : message, cause);
    }
}
