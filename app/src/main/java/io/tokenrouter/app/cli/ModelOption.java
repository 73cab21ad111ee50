package io.tokenrouter.app.cli;

import java.nio.file.Path;

/**
 * {@code --model ID=FILE}.
 *
 * @param id as API callers will name it
 * @param file absolute
 */
public record ModelOption(String id, Path file) {

    /** @throws IllegalArgumentException with a message for whoever typed it */
    public static ModelOption parse(String text) {
        int equals = text.indexOf('=');
        if (equals < 1 || equals == text.length() - 1) {
            throw new IllegalArgumentException("--model needs ID=FILE.gguf, not '" + text + "'");
        }
        return new ModelOption(
                Ids.check("--model", text.substring(0, equals)),
                Path.of(text.substring(equals + 1)).toAbsolutePath().normalize());
    }
}
