package io.tokenrouter.app.remote;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tokenrouter keys}. */
@Command(
        name = "keys",
        description = "Keys of the API; only create shows one itself.",
        sortOptions = false,
        usageHelpAutoWidth = true)
final class KeysCommand extends ListedTopic {

    KeysCommand() {
        super("keys", "id", "state", "name", "hint", "models", "expires_at", "last_used_at");
    }

    /** What a key is made of. */
    static final class Settings {

        @Parameters(paramLabel = "NAME", description = "2 to 40 characters.")
        private String name = "";

        @Option(
                names = "--models",
                paramLabel = "ID,ID",
                split = ",",
                required = true,
                description = "Pairs and models that it may use.")
        private List<String> models = List.of();

        @Option(names = "--may-route", description = "It may choose how its requests are routed.")
        private boolean mayRoute;

        @Option(names = "--requests-per-minute", paramLabel = "N", description = "Default: no limit.")
        private @Nullable Integer requestsPerMinute;

        @Option(names = "--tokens-per-minute", paramLabel = "N", description = "Default: no limit.")
        private @Nullable Integer tokensPerMinute;

        @Option(
                names = "--expires",
                paramLabel = "TIME",
                description =
                        "The first instant at which it is refused, such as 2027-01-31T00:00:00Z (default: never).")
        private @Nullable String expires;

        private Map<String, Object> fields() {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("name", name);
            fields.put("models", models);
            fields.put("may_route", mayRoute);
            if (requestsPerMinute != null) {
                fields.put("requests_per_minute", requestsPerMinute);
            }
            if (tokensPerMinute != null) {
                fields.put("tokens_per_minute", tokensPerMinute);
            }
            if (expires != null) {
                fields.put("expires_at", expires);
            }
            return fields;
        }
    }

    @Command(
            description =
                    "Make one; it is shown this once. From the first one on, the API asks every caller for a key.")
    int create(@Mixin Server server, @Mixin Settings settings) {
        return server.show(api -> api.post(path(), settings.fields()), (answer, out) -> {
            out.println(Columns.text(answer.path("secret")));
            server.note("This key is shown once; its id is "
                    + Columns.text(answer.path("key").path("id")) + ".");
        });
    }

    @Command(description = "Refuse one from now on, for good.")
    int revoke(@Mixin Server server, @Parameters(paramLabel = "ID") Id id) {
        return server.show(api -> api.delete(path(id)), (answer, out) -> out.println("It is refused from now on."));
    }
}
