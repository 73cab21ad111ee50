package io.tokenrouter.app.remote;

import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tokenrouter pairs}. */
@Command(name = "pairs", description = "Pairs that are registered.", sortOptions = false, usageHelpAutoWidth = true)
final class PairsCommand extends Topic {

    private static final String PATH = "/api/admin/pairs";

    @Command(description = "All of them, with their states.")
    int list(@Mixin Server server) {
        return server.show(
                api -> api.get(PATH),
                (answer, out) -> Columns.list(
                        answer.path("pairs"), out, "id", "state", "small", "large", "policy", "running", "reason"));
    }

    @Command(description = "One: its state, its models, and whether they fit.")
    int show(@Mixin Server server, @Parameters(paramLabel = "ID") String id) {
        return server.show(api -> api.get(PATH + AdminApi.step(id)), Columns::one);
    }

    @Command(description = "Begin to load one, and its models where they are not.")
    int load(@Mixin Server server, @Parameters(paramLabel = "ID") String id) {
        return server.show(
                api -> api.post(PATH + AdminApi.step(id) + "/load", Map.of()),
                (answer, out) -> out.println(id + " is " + Columns.text(answer.path("state"))));
    }

    @Command(description = "Refuse new requests of one, let those that run end, then unload what no other pair uses.")
    int drain(@Mixin Server server, @Parameters(paramLabel = "ID") String id) {
        return server.show(
                api -> api.post(PATH + AdminApi.step(id) + "/drain", Map.of()),
                (answer, out) -> out.println(id + " is " + Columns.text(answer.path("state"))));
    }
}
