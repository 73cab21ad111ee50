package io.tokenrouter.app.registry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** How much memory there is at this moment, in bytes. */
@Component
class MemoryProbe {

    private static final Path MEMORY_OF_LINUX = Path.of("/proc/meminfo");
    private static final String AVAILABLE = "MemAvailable:";

    /** Of the Java heap. What nobody uses any more counts once it was collected. */
    long freeHeap() {
        Runtime jvm = Runtime.getRuntime();
        return jvm.maxMemory() - jvm.totalMemory() + jvm.freeMemory();
    }

    /** Collects first. Takes a moment; for when the answer would be a refusal. */
    long freeHeapAfterCollection() {
        System.gc();
        return freeHeap();
    }

    /** For mapped files; empty where the system does not say. */
    OptionalLong available() {
        try (Stream<String> lines = Files.lines(MEMORY_OF_LINUX)) {
            return lines.filter(line -> line.startsWith(AVAILABLE))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
                    .findFirst();
        } catch (IOException | java.io.UncheckedIOException | NumberFormatException e) {
            return OptionalLong.empty();
        }
    }
}
