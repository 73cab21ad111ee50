package io.tokenrouter.app.remote;

import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tokenrouter models}. */
@Command(name = "models", description = "Models that are registered.", sortOptions = false, usageHelpAutoWidth = true)
final class ModelsCommand extends Topic {

    private static final String PATH = "/api/admin/models";

    @Command(description = "All of them, with their states.")
    int list(@Mixin Server server) {
        return server.show(
                api -> api.get(PATH),
                (answer, out) ->
                        Columns.list(answer.path("models"), out, "id", "state", "file", "origin", "pairs", "reason"));
    }

    @Command(description = "One: its state, what its file says, and the memory that it takes.")
    int show(@Mixin Server server, @Parameters(paramLabel = "ID") String id) {
        return server.show(api -> api.get(PATH + AdminApi.step(id)), Columns::one);
    }

    @Command(description = "Begin to load one.")
    int load(@Mixin Server server, @Parameters(paramLabel = "ID") String id) {
        return server.show(
                api -> api.post(PATH + AdminApi.step(id) + "/load", Map.of()),
                (answer, out) -> out.println(id + " is " + Columns.text(answer.path("state"))));
    }

    @Command(description = "Begin to take one out of memory.")
    int unload(@Mixin Server server, @Parameters(paramLabel = "ID") String id) {
        return server.show(
                api -> api.post(PATH + AdminApi.step(id) + "/unload", Map.of()),
                (answer, out) -> out.println(id + " is " + Columns.text(answer.path("state"))));
    }
}
