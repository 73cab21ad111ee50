package io.tokenrouter.bench.report;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Where a benchmark ran.
 *
 * @param cpu the processor's own name
 * @param cores processors that this process may use
 * @param vectorFlags what the processor says of its vector units; empty where the system does not tell
 * @param memoryGib main memory
 */
public record Machine(String cpu, int cores, List<String> vectorFlags, double memoryGib, String os, String jdk) {

    private static final Set<String> VECTOR_FLAGS = Set.of(
            "avx",
            "avx2",
            "fma",
            "f16c",
            "avx512f",
            "avx512bw",
            "avx512vl",
            "avx512_vnni",
            "avx512_bf16",
            "avx_vnni",
            "amx_int8",
            "amx_bf16",
            "asimd",
            "asimddp",
            "sve",
            "sve2",
            "i8mm");

    /** This machine. */
    public static Machine here() {
        List<String> cpuInfo = lines(Path.of("/proc/cpuinfo"));
        String name = value(cpuInfo, "model name");
        String flags = value(cpuInfo, "flags").isEmpty() ? value(cpuInfo, "Features") : value(cpuInfo, "flags");
        return new Machine(
                name.isEmpty() ? System.getProperty("os.arch") : name,
                Runtime.getRuntime().availableProcessors(),
                List.of(flags.split(" ")).stream()
                        .filter(VECTOR_FLAGS::contains)
                        .sorted()
                        .toList(),
                totalGib(),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                Runtime.version().toString());
    }

    /** For the JSON report. */
    public Map<String, Object> asMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("cpu", cpu);
        map.put("cores", cores);
        map.put("vector_flags", vectorFlags);
        map.put("memory_gib", memoryGib);
        map.put("os", os);
        map.put("jdk", jdk);
        return map;
    }

    @Override
    public String toString() {
        return cpu + ", " + cores + " cores, " + memoryGib + " GiB, " + String.join(" ", vectorFlags) + ", " + os
                + ", JDK " + jdk;
    }

    private static double totalGib() {
        var system = ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);
        return Math.round(system.getTotalMemorySize() / 0x1p30 * 10) / 10.0;
    }

    /** The value of the first line {@code key : value}; empty if there is none. */
    private static String value(List<String> lines, String key) {
        return lines.stream()
                .filter(line -> line.startsWith(key))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse("");
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            return List.of();
        }
    }
}
