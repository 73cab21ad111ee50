package io.tokenrouter.app.cli;

import java.nio.file.Path;

/**
 * {@code --model ID=PATH}.
 *
 * @param id as API callers will name it
 * @param file a GGUF file or a Hugging Face folder; absolute
 */
public record ModelOption(String id, Path file) {

    /** @throws IllegalArgumentException with a message for whoever typed it */
    public static ModelOption parse(String text) {
        int equals = text.indexOf('=');
        if (equals < 1 || equals == text.length() - 1) {
            throw new IllegalArgumentException("--model needs ID=PATH, not '" + text + "'");
        }
        return new ModelOption(
                Ids.check("--model", text.substring(0, equals)),
                Path.of(text.substring(equals + 1)).toAbsolutePath().normalize());
    }
}
