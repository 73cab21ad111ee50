package io.tokenrouter.app.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.fixtures.TestFolders;
import io.tokenrouter.ui.MeasuredQuality;
import io.tokenrouter.ui.PolicyView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
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
    }

    @Test
    void aPolicyThatWasNotMeasuredHasNone() {
        assertThat(MeasuredPairs.isMeasured(policy(Map.of()))).isTrue();
        assertThat(MeasuredPairs.isMeasured(policy(Map.of("metric", "top1")))).isFalse();
        assertThat(MeasuredPairs.isMeasured(policy(Map.of("mode", "switch")))).isFalse();
        assertThat(MeasuredPairs.isMeasured(policy(Map.of("window", 4)))).isFalse();
        assertThat(MeasuredPairs.isMeasured(policy(Map.of("exit", 0.1)))).isFalse();
        assertThat(MeasuredPairs.isMeasured(new PolicyView("random", 0, "random", Map.of(), "share")))
                .isFalse();
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
                "{\"rows\": [{\"policy\": \"small\", \"accuracy\": \"much\"}]}"
            })
    void aReportThatIsNoneIsLeftOut(String content) throws IOException {
        Files.writeString(folder.resolve(MeasuredPairs.FILE), content);

        assertThat(MeasuredPairs.read(folder)).isEmpty();
    }

    /** As the pair's policy comes from the database, with the defaults filled in. */
    private static PolicyView policy(Map<String, Object> changed) {
        Map<String, Object> options = new HashMap<>(Map.of(
                "metric", "entropy", "enter", 0.2, "window", 1L, "minStay", 1, "mode", "replace", "normalised", false));
        options.putAll(changed);
        return new PolicyView("uncertainty", 1, "uncertainty", options, "enter");
    }
}
