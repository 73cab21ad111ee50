package io.tokenrouter.app.metrics;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Prometheus' text format, read back. */
public record Exposition(Map<String, String> types, List<Sample> samples) {

    private static final Pattern TYPE = Pattern.compile("# TYPE (\\S+) (\\S+)");
    private static final Pattern SAMPLE = Pattern.compile("([a-zA-Z_:][\\w:]*)(?:\\{(.*)})? (\\S+)");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\",?");

    /** One line. */
    public record Sample(String name, Map<String, String> labels, double value) {

        boolean has(Map<String, String> wanted) {
            return labels.entrySet().containsAll(wanted.entrySet());
        }
    }

    public static Exposition parse(String text) {
        Map<String, String> types = new TreeMap<>();
        List<Sample> samples = new ArrayList<>();
        text.lines().forEach(line -> {
            Matcher type = TYPE.matcher(line);
            Matcher sample = SAMPLE.matcher(line);
            if (type.matches()) {
                types.put(type.group(1), type.group(2));
            } else if (sample.matches()) {
                samples.add(new Sample(
                        sample.group(1), labels(sample.group(2)), Double.parseDouble(infinity(sample.group(3)))));
            } else if (!line.startsWith("#") && !line.isBlank()) {
                throw new AssertionError("not a sample: " + line);
            }
        });
        return new Exposition(types, samples);
    }

    private static String infinity(String value) {
        return value.replace("Inf", "Infinity");
    }

    private static Map<String, String> labels(String text) {
        Map<String, String> labels = new LinkedHashMap<>();
        Matcher label = LABEL.matcher(text == null ? "" : text);
        while (label.find()) {
            labels.put(label.group(1), label.group(2));
        }
        return labels;
    }

    /** Everything but the values. */
    Set<String> series() {
        return samples.stream()
                .map(sample -> sample.name() + new TreeMap<>(sample.labels()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Names of the labels of all samples of this name; empty if there is none. */
    List<Set<String>> labelsOf(String name) {
        return samples.stream()
                .filter(sample -> sample.name().equals(name))
                .map(sample -> sample.labels().keySet())
                .distinct()
                .toList();
    }

    /** Sum of the samples of this name with these labels. */
    public double sum(String name, Map<String, String> labels) {
        return samples.stream()
                .filter(sample -> sample.name().equals(name) && sample.has(labels))
                .mapToDouble(Sample::value)
                .sum();
    }
}
