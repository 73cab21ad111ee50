package io.tokenrouter.app.remote;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tokenrouter policies}. */
@Command(name = "policies", description = "Routing policies.", sortOptions = false, usageHelpAutoWidth = true)
final class PoliciesCommand extends ListedTopic {

    PoliciesCommand() {
        super("policies", "name", "version", "algorithm", "options", "pairs");
    }

    @Command(description = "Every version that one had.")
    int versions(@Mixin Server server, @Parameters(paramLabel = "NAME") Id name) {
        return server.show(
                api -> api.get(path(name) + "/versions"),
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
