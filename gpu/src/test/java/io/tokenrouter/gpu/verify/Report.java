package io.tokenrouter.gpu.verify;

import io.tokenrouter.engine.text.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** All sections of a run, as Markdown and as JSON. */
final class Report {

    /** How a section ended. */
    record Section(Findings findings, Check.Kind kind, double seconds) {

        boolean failed() {
            return !findings.failures().isEmpty();
        }
    }

    private final List<Section> sections = new ArrayList<>();

    void add(Section section) {
        sections.add(section);
    }

    /** Titles of sections whose failure means that the device computes something wrong. */
    List<String> wrong() {
        return sections.stream()
                .filter(section -> section.kind() == Check.Kind.CORRECTNESS && section.failed())
                .map(section -> section.findings().title())
                .toList();
    }

    /** Titles of the other sections that failed. */
    List<String> unmeasured() {
        return sections.stream()
                .filter(section -> section.kind() != Check.Kind.CORRECTNESS && section.failed())
                .map(section -> section.findings().title())
                .toList();
    }

    String markdown() {
        StringBuilder text = new StringBuilder("# gpu/verify\n");
        for (Section section : sections) {
            Findings findings = section.findings();
            text.append("\n## ").append(findings.title()).append("\n\n");
            findings.failures()
                    .forEach(line -> text.append("**FAILED**: ").append(line).append("\n\n"));
            findings.notes().forEach(line -> text.append(line).append("\n\n"));
            findings.tables().forEach(table -> append(text, table));
        }
        return text.toString();
    }

    private static void append(StringBuilder text, Findings.Table table) {
        line(text, table.columns());
        line(text, table.columns().stream().map(column -> "---").toList());
        table.rows().forEach(row -> line(text, row));
        text.append('\n');
    }

    private static void line(StringBuilder text, List<String> cells) {
        text.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }

    /** @param figures by name, in SI units */
    String json(Map<String, Double> figures) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("sections", sections.stream().map(Report::json).toList());
        Map<String, Object> finite = new TreeMap<>(figures);
        finite.values().removeIf(value -> !Double.isFinite((Double) value));
        all.put("figures", finite);
        return JsonText.compact(all);
    }

    private static Map<String, Object> json(Section section) {
        Findings findings = section.findings();
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("title", findings.title());
        map.put("kind", section.kind().name());
        map.put("seconds", Math.round(10 * section.seconds()) / 10.0);
        map.put("failures", findings.failures());
        map.put("notes", findings.notes());
        map.put(
                "tables",
                findings.tables().stream()
                        .map(table -> Map.of("columns", table.columns(), "rows", table.rows()))
                        .toList());
        return map;
    }

    /** Writes verify.md and verify.json. */
    void write(Path folder, Map<String, Double> figures) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("verify.md"), markdown());
        Files.writeString(folder.resolve("verify.json"), json(figures));
    }
}
