package io.tokenrouter.bench.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Which state of the sources was measured. */
public final class Commit {

    private Commit() {}

    /** The short id, with {@code -dirty} after it where tracked files differ; {@code unknown} without git. */
    public static String of(Path folder) {
        try {
            Process git = new ProcessBuilder("git", "describe", "--always", "--dirty", "--exclude=*")
                    .directory(folder.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String id = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return git.waitFor() == 0 && !id.isEmpty() ? id : "unknown";
        } catch (IOException e) {
            return "unknown";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "unknown";
        }
    }
}
