package io.tokenrouter.app.remote;

import java.io.PrintWriter;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** A calibration in a few lines. */
final class CalibrationText {

    private CalibrationText() {}

    static void show(JsonNode found, PrintWriter out) {
        JsonNode result = found.path("result");
        int version = result.path("policy_version").asInt(0);
        out.println(Columns.text(result.path("policy")) + (version == 0 ? " (built-in)" : " (version " + version + ")")
                + " for " + Columns.text(found.path("pair")) + ": " + Columns.text(result.path("option")) + " "
                + String.format(Locale.ROOT, "%.5g", result.path("threshold").asDouble()));
        show(
                found.path("source").asString("").equals("recorded") ? "on record" : "predicted",
                result.path("predicted"),
                out);
        if (!result.path("measured").isNull()) {
            show("held out", result.path("measured"), out);
        }
    }

    private static void show(String heading, JsonNode figures, PrintWriter out) {
        out.println(String.format(
                Locale.ROOT,
                "%-10s large share %s of %,d tokens, %,d requests",
                heading,
                percent(figures.path("share")),
                figures.path("tokens").asLong(),
                figures.path("requests").asLong()));
        part("recall", figures.path("recall"), out);
        part("accuracy", figures.path("accuracy"), out);
        part("accuracy of the large model alone", figures.path("large_accuracy"), out);
    }

    private static void part(String name, JsonNode estimate, PrintWriter out) {
        if (estimate.isObject()) {
            out.println(" ".repeat(11) + name + " " + percent(estimate));
        }
    }

    static String percent(JsonNode estimate) {
        return String.format(
                Locale.ROOT,
                "%.1f %% (%.1f to %.1f)",
                100 * estimate.path("value").asDouble(),
                100 * estimate.path("low").asDouble(),
                100 * estimate.path("high").asDouble());
    }
}
