package io.tokenrouter.app.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.fixtures.TestFolders;
import io.tokenrouter.ui.MeasuredQuality;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MeasuredPairsTest {

    private static final Path DEMO = TestFolders.repository().resolve("models/demo");

    @TempDir
    private Path folder;

    @Test
    void theDemoPairsReportIsWhatTheConsoleShows() {
        MeasuredQuality quality = MeasuredPairs.read(DEMO).orElseThrow();

        assertThat(quality.problems()).isEqualTo(500);
        assertThat(quality.smallAccuracy()).isEqualTo(0.29);
        assertThat(quality.largeAccuracy()).isEqualTo(0.974);
        assertThat(quality.points())
                .hasSize(5)
                .contains(new MeasuredQuality.Point(0.1712, 0.041, 0.974))
                .isSortedAccordingTo(Comparator.comparingDouble(MeasuredQuality.Point::threshold));
        assertThat(quality.random())
                .hasSize(5)
                .startsWith(new MeasuredQuality.Chance(0.01, 0.292))
                .endsWith(new MeasuredQuality.Chance(0.0497, 0.312));
    }

    @Test
    void whereThereIsNoReportNothingIsShown() {
        assertThat(MeasuredPairs.read(folder)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "no json",
                "[]",
                "{\"rows\": 5}",
                "{\"rows\": [{\"policy\": \"entropy\", \"threshold\": 1, \"large_share\": 0.1, \"accuracy\": 0.5, \"problems\": 5}]}",
                "{\"rows\": [{\"policy\": \"random\", \"accuracy\": 0.5}]}",
                "{\"rows\": [{\"policy\": \"small\", \"accuracy\": \"much\"}]}"
            })
    void aReportThatIsNoneIsLeftOut(String content) throws IOException {
        Files.writeString(folder.resolve(MeasuredPairs.FILE), content);

        assertThat(MeasuredPairs.read(folder)).isEmpty();
    }
}
