package io.tokenrouter.train;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The launcher shows the help from a file, since the command itself has to be built first. */
class HelpTest {

    @Test
    void theFileThatTheLauncherShowsIsWhatTheCommandSays() {
        String usage = new CommandLine(new TrainRouterCommand()).getUsageMessage(CommandLine.Help.Ansi.OFF);
        assertThat(Path.of("src/main/help/train-router.txt")).hasContent(usage);
    }
}
