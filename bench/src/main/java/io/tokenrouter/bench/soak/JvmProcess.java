package io.tokenrouter.bench.soak;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The JVM of the server, asked with the JDK's own {@code jcmd}.
 *
 * @param pid 0 where it is not known; then it says nothing
 */
record JvmProcess(long pid) {

    private static final Pattern THREAD = Pattern.compile("^\"([^\"]*)\".*");

    /** Come and go with the load, as pools and the JVM's own do. */
    private static final Pattern PASSING = Pattern.compile(".*(boundedElastic|connection-adder|connection-closer|"
            + "CompilerThread|GC Thread|GC Task|G1 |Attach|reaper|VM |Service|Monitor|Signal).*");

    boolean isKnown() {
        return pid > 0;
    }

    void collectGarbage() throws IOException {
        // what the first lets go may have been kept by references that are only cleared by it
        jcmd("GC.run");
        jcmd("GC.run");
    }

    /** Numbers of threads by name, digits left out; without those that come and go. */
    Map<String, Long> threads() throws IOException {
        Map<String, Long> threads = new TreeMap<>();
        jcmd("Thread.print").lines().forEach(line -> {
            Matcher thread = THREAD.matcher(line);
            if (thread.matches() && !PASSING.matcher(thread.group(1)).matches()) {
                threads.merge(thread.group(1).replaceAll("\\d+", "#"), 1L, Long::sum);
            }
        });
        return threads;
    }

    private String jcmd(String what) throws IOException {
        if (!isKnown()) {
            return "";
        }
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(), Long.toString(pid), what)
                .redirectErrorStream(true)
                .start();
        try (BufferedReader reader = process.inputReader()) {
            String said = String.join("\n", reader.readAllLines());
            if (process.waitFor() != 0) {
                throw new IOException("jcmd " + pid + " " + what + ": " + said);
            }
            return said;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
