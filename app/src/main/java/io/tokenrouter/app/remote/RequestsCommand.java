package io.tokenrouter.app.remote;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/** {@code tokenrouter requests}. */
@Command(
        name = "requests",
        description = "Generations that run and that ended last; never their text.",
        sortOptions = false,
        usageHelpAutoWidth = true)
final class RequestsCommand extends ListedTopic {

    RequestsCommand() {
        super("requests", "id", "state", "model", "key_name", "at", "tokens", "large_share", "started_at");
    }

    /** Those that run before those that ended. */
    @Override
    JsonNode rows(JsonNode answer) {
        ArrayNode rows = JsonMapper.shared().createArrayNode();
        for (String part : new String[] {"running", "ended"}) {
            answer.path(part).forEach(rows::add);
        }
        return rows;
    }

    @Command(description = "Stop one that runs, on all its models.")
    int cancel(
            @Mixin Server server,
            @Parameters(paramLabel = "ID") Id id,
            @Option(names = "--reason", paramLabel = "TEXT", description = "For the audit log.") @Nullable
                    String reason) {
        return server.show(
                api -> api.post(path(id) + "/cancel", reason == null ? Map.of() : Map.of("reason", reason)),
                (answer, out) -> out.println("It is stopped."));
    }
}
