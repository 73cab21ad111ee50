package io.tokenrouter.bench.quality;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A server of this repository on a free port, with data of its own that goes when it goes. */
final class ServerProcess implements AutoCloseable {

    private static final Pattern READY = Pattern.compile("ready: (\\S+)");
    private static final long STOP_SECONDS = 30;

    private final Process process;
    private final Path data;
    private final URI uri;

    private ServerProcess(Process process, Path data, URI uri) {
        this.process = process;
        this.data = data;
        this.uri = uri;
    }

    /**
     * Starts {@code ./tokenrouter serve} and waits until it says that it is ready.
     *
     * @throws IOException if it ends before; what it said is on standard error
     */
    static ServerProcess start(Path home) throws IOException {
        Path data = Files.createTempDirectory("tokenrouter-bench");
        Process process = new ProcessBuilder(
                        home.resolve("tokenrouter").toString(), "serve", "--port", "0", "--data", data.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader output = process.inputReader();
        String line;
        while ((line = output.readLine()) != null) {
            Matcher ready = READY.matcher(line);
            if (ready.find()) {
                Thread.ofVirtual().start(() -> output.lines().forEach(ignored -> {}));
                return new ServerProcess(process, data, URI.create(ready.group(1)));
            }
        }
        delete(data);
        throw new IOException("the server ended before it was ready");
    }

    URI uri() {
        return uri;
    }

    @Override
    public void close() throws IOException {
        process.destroy();
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        delete(data);
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
