package io.tokenrouter.gpu.verify;

import java.util.LinkedHashMap;
import java.util.Map;

/** Numbers that later sections need, by name, in SI units. */
final class Figures {

    static final String COPY_BANDWIDTH = "copy.bytes_per_second";
    static final String LOGITS_BF16 = "logits.bf16.largest_relative_error";

    private final Map<String, Double> values = new LinkedHashMap<>();

    void put(String name, double value) {
        values.put(name, value);
    }

    /** NaN where it was not measured. */
    double get(String name) {
        return values.getOrDefault(name, Double.NaN);
    }

    Map<String, Double> all() {
        return values;
    }

    /** Those that are no timing. */
    Map<String, Double> correctness() {
        Map<String, Double> some = new LinkedHashMap<>(values);
        some.keySet().removeIf(name -> !name.startsWith("logits."));
        return some;
    }

    /** Median seconds of a decode step. */
    static String decode(ModelSize size, boolean graphs, int batch) {
        return "decode." + size.label() + (graphs ? ".graphs" : ".plain") + ".batch_" + batch + ".seconds";
    }

    /** Seconds in which the weights of a step pass at copy bandwidth. */
    static String floor(ModelSize size) {
        return "decode." + size.label() + ".floor_seconds";
    }

    /** Of a step of the small model, the part that is neither forward pass nor logits. */
    static String signals(int batch) {
        return "signals.batch_" + batch + ".share";
    }

    static String pair(boolean graphs, int clients) {
        return "pair" + (graphs ? ".graphs" : ".plain") + ".clients_" + clients + ".tokens_per_second";
    }
}
