package io.tokenrouter.demo.training;

import java.nio.file.Files;
import java.nio.file.Path;

/** What lies in {@code models/demo} of the repository. */
final class ShippedFiles {

    private ShippedFiles() {}

    static Path model(String name) {
        return file("demo-" + name + ".gguf");
    }

    static Path file(String name) {
        Path folder = Path.of("").toAbsolutePath();
        while (folder != null) {
            Path candidate = folder.resolve("models/demo").resolve(name);
            if (Files.exists(candidate)) {
                return candidate;
            }
            folder = folder.getParent();
        }
        throw new AssertionError("the repository has no models/demo/" + name);
    }
}
