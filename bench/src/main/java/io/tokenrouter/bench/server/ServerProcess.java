package io.tokenrouter.bench.server;

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
public final class ServerProcess implements AutoCloseable {

    private static final Pattern READY = Pattern.compile("ready: (\\S+)");
    private static final Pattern ONE_TIME = Pattern.compile("with the password (\\S+) ");
    private static final long STOP_SECONDS = 30;

    private final Process process;
    private final Path data;
    private final URI uri;
    private final String oneTimePassword;

    private ServerProcess(Process process, Path data, URI uri, String oneTimePassword) {
        this.process = process;
        this.data = data;
        this.uri = uri;
        this.oneTimePassword = oneTimePassword;
    }

    /**
     * Starts {@code ./tokenrouter serve} and waits until it says that it is ready.
     *
     * @throws IOException if it ends before; what it said is on standard error
     */
    public static ServerProcess start(Path home) throws IOException {
        return start(home.resolve("tokenrouter").toString(), "serve");
    }

    /**
     * Likewise.
     *
     * @param command starts a server, given {@code --port} and {@code --data} behind it
     */
    public static ServerProcess start(String... command) throws IOException {
        Path data = Files.createTempDirectory("tokenrouter-bench");
        String[] whole = Stream.concat(Stream.of(command), Stream.of("--port", "0", "--data", data.toString()))
                .toArray(String[]::new);
        Process process = new ProcessBuilder(whole)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader output = process.inputReader();
        try {
            URI uri = URI.create(await(output, READY));
            String password = await(output, ONE_TIME);
            Thread.ofPlatform()
                    .daemon()
                    .name("server-output")
                    .start(() -> output.lines()
                            .filter(line -> line.contains("WARN") || line.contains("ERROR"))
                            .forEach(System.err::println));
            return new ServerProcess(process, data, uri, password);
        } catch (IOException e) {
            process.destroy();
            delete(data);
            throw e;
        }
    }

    private static String await(BufferedReader output, Pattern wanted) throws IOException {
        String line;
        while ((line = output.readLine()) != null) {
            Matcher found = wanted.matcher(line);
            if (found.find()) {
                return found.group(1);
            }
        }
        throw new IOException("the server ended before it was ready");
    }

    public URI uri() {
        return uri;
    }

    public long pid() {
        return process.pid();
    }

    /** Of {@code admin}; it has to be changed before anything else. */
    public String oneTimePassword() {
        return oneTimePassword;
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
