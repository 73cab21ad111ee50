package io.tokenrouter.app.remote;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tokenrouter pairs}. */
@Command(name = "pairs", description = "Pairs that are registered.", sortOptions = false, usageHelpAutoWidth = true)
final class PairsCommand extends ListedTopic {

    PairsCommand() {
        super("pairs", "id", "state", "small", "large", "roles", "policy", "running", "reason");
    }

    @Command(description = "Begin to load one, and its models where they are not.")
    int load(@Mixin Server server, @Parameters(paramLabel = "ID") Id id) {
        return begin(server, id, "load");
    }

    @Command(description = "Refuse new requests of one, let those that run end, then unload what no other pair uses.")
    int drain(@Mixin Server server, @Parameters(paramLabel = "ID") Id id) {
        return begin(server, id, "drain");
    }
}
