package io.tokenrouter.app.remote;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tokenrouter policies}. */
@Command(name = "policies", description = "Routing policies.", sortOptions = false, usageHelpAutoWidth = true)
final class PoliciesCommand extends Topic {

    private static final String PATH = "/api/admin/policies";

    @Command(description = "The newest version of each.")
    int list(@Mixin Server server) {
        return server.show(
                api -> api.get(PATH),
                (answer, out) ->
                        Columns.list(answer.path("policies"), out, "name", "version", "algorithm", "options", "pairs"));
    }

    @Command(description = "The newest version of one.")
    int show(@Mixin Server server, @Parameters(paramLabel = "NAME") String name) {
        return server.show(api -> api.get(PATH + AdminApi.step(name)), Columns::one);
    }

    @Command(description = "Every version that one had.")
    int versions(@Mixin Server server, @Parameters(paramLabel = "NAME") String name) {
        return server.show(
                api -> api.get(PATH + AdminApi.step(name) + "/versions"),
                (answer, out) -> Columns.list(
                        answer.path("versions"),
                        out,
                        "version",
                        "saved_at",
                        "author",
                        "algorithm",
                        "options",
                        "reason"));
    }
}
