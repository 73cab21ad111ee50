package io.tokenrouter.app.remote;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code tokenrouter calibrate}. */
@Command(
        name = "calibrate",
        description =
                "Find the threshold of a routing policy for an outcome: from signals on record, or by replaying prompts"
                        + " through the pair of a running server. Nothing is changed without --apply.",
        footer = {
            "",
            "Example",
            "  ./tokenrouter calibrate --pair demo --policy uncertainty --share 0.15 --prompts models/demo/calibration.jsonl"
        },
        sortOptions = false,
        usageHelpAutoWidth = true)
final class CalibrateCommand implements Callable<Integer> {

    private static final long SPLIT_SEED = 1;

    @Mixin
    private Server server = new Server();

    @Option(names = "--pair", paramLabel = "ID", required = true, description = "The pair.")
    private Id pair = Id.of("pair");

    @Option(
            names = "--policy",
            paramLabel = "NAME",
            description =
                    "A policy or a built-in algorithm with a threshold (default: the policy that the pair follows).")
    private @Nullable Id policy;

    @ArgGroup(multiplicity = "1")
    private Goal goal = new Goal();

    /** What the threshold is to come to. */
    static final class Goal {

        @Option(
                names = "--share",
                paramLabel = "SHARE",
                description = "Share of the tokens by the large model, 0 to 1.")
        private @Nullable Double share;

        @Option(
                names = "--recall",
                paramLabel = "SHARE",
                description =
                        "Share of the positions where the large model would write another token, at which it is asked, 0 to 1.")
        private @Nullable Double recall;

        @Option(
                names = "--accuracy-within",
                paramLabel = "SHARE",
                description =
                        "The smallest share whose answers are right as often as the large model's, but for this share of"
                                + " them: 0.01 for a percentage point. Needs --prompts with answers.")
        private @Nullable Double accuracyWithin;

        private void put(Map<String, Object> fields) {
            if (share != null) {
                fields.put("share", share);
            }
            if (recall != null) {
                fields.put("recall", recall);
            }
            if (accuracyWithin != null) {
                fields.put("accuracy_within", accuracyWithin);
            }
        }
    }

    @ArgGroup
    private Source source = new Source();

    /** From where it is known what a threshold does. */
    static final class Source {

        @Option(names = "--recorded", description = "Count signals on record (without --prompts the only way).")
        private boolean recorded;

        @Option(
                names = "--prompts",
                paramLabel = "FILE",
                description =
                        "Replay these: a JSON object a line, {\"prompt\": \"...\", \"answer\": \"...\"}. The answer is the"
                                + " text with which a right answer's last line ends, and may be left out.")
        private @Nullable Path prompts;
    }

    @Option(
            names = "--held-out",
            paramLabel = "FILE",
            description =
                    "Measure the threshold on these afterwards (default: half of --prompts, drawn with a fixed seed; the other half chooses).")
    private @Nullable Path heldOut;

    @Option(
            names = "--problems",
            paramLabel = "N",
            description = "Most lines of each file (default: ${DEFAULT-VALUE}).")
    private int most = 400;

    @Option(
            names = "--max-tokens",
            paramLabel = "N",
            description = "Most tokens of an answer (default: ${DEFAULT-VALUE}).")
    private int maxTokens = 256;

    @Option(
            names = "--concurrency",
            paramLabel = "N",
            description = "Requests at once, beside the server's other traffic (default: ${DEFAULT-VALUE}).")
    private int concurrency = 4;

    @Option(names = "--apply", description = "Save the threshold as a new version of the policy.")
    private boolean apply;

    @Override
    public Integer call() {
        Map<String, Object> fields = fields();
        return server.show(
                api -> {
                    JsonNode found =
                            new Calibrations(api, pair, server.commandLine().getErr()).find(fields);
                    return apply ? applied(api, found) : found;
                },
                this::show);
    }

    private Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        if (policy != null) {
            fields.put("policy", policy.toString());
        }
        goal.put(fields);
        Path file = source.prompts;
        if (file == null) {
            if (heldOut != null) {
                throw new ParameterException(server.commandLine(), "--held-out needs --prompts");
            }
            return fields;
        }
        if (most < 2) {
            throw new ParameterException(server.commandLine(), "--problems must be at least 2");
        }
        try {
            List<Map<String, String>> all = PromptFile.read(file, most);
            if (heldOut == null && all.size() < 2) {
                throw new IOException(file + " has one prompt; half of two are held out, or give --held-out");
            }
            if (heldOut == null) {
                // neighbours in a file resemble each other, and what follows a pattern would be split by it
                Collections.shuffle(all, new Random(SPLIT_SEED));
                fields.put("prompts", all.subList(0, all.size() / 2));
                fields.put("held_out", all.subList(all.size() / 2, all.size()));
            } else {
                fields.put("prompts", all);
                fields.put("held_out", PromptFile.read(heldOut, most));
            }
        } catch (IOException e) {
            throw new RemoteException(e.getMessage());
        }
        fields.put("max_tokens", maxTokens);
        fields.put("concurrency", concurrency);
        return fields;
    }

    /** Saves the policy with the threshold, unless somebody else changed it since it was read. */
    private static JsonNode applied(AdminApi api, JsonNode found) {
        JsonNode result = found.path("result");
        String name = result.path("policy").asString("");
        int version = result.path("policy_version").asInt(0);
        if (version == 0) {
            throw new RemoteException("'" + name + "' is a built-in algorithm; save a policy with it, "
                    + Columns.text(result.path("option")) + " " + Columns.text(result.path("threshold"))
                    + ", and name that with --policy");
        }
        JsonNode saved = api.put(
                "/api/admin/policies/" + name,
                version,
                Map.of(
                        "algorithm", result.path("algorithm").asString(""),
                        "options", result.path("options"),
                        "reason",
                                "Calibrated: large share "
                                        + CalibrationText.percent(
                                                result.path("predicted").path("share"))));
        ((ObjectNode) found).set("applied_version", saved.path("version"));
        return found;
    }

    private void show(JsonNode found, PrintWriter out) {
        CalibrationText.show(found, out);
        if (found.has("applied_version")) {
            out.println("saved as version " + Columns.text(found.path("applied_version")));
        }
    }
}
