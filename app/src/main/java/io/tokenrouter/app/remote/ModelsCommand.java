package io.tokenrouter.app.remote;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tokenrouter models}. */
@Command(
        name = "models",
        description = "Models that are registered.",
        sortOptions = false,
        usageHelpAutoWidth = true,
        subcommands = AddModelCommand.class)
final class ModelsCommand extends ListedTopic {

    ModelsCommand() {
        super("models", "id", "state", "file", "origin", "pairs", "reason");
    }

    @Command(description = "Begin to load one.")
    int load(@Mixin Server server, @Parameters(paramLabel = "ID") Id id) {
        return begin(server, id, "load");
    }

    @Command(description = "Begin to take one out of memory.")
    int unload(@Mixin Server server, @Parameters(paramLabel = "ID") Id id) {
        return begin(server, id, "unload");
    }
}
