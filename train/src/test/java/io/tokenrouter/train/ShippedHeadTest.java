package io.tokenrouter.train;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.heads.HeadFolders;
import io.tokenrouter.engine.model.SafetensorsFile;
import io.tokenrouter.train.curve.CurvePoint;
import io.tokenrouter.train.curve.Evaluation;
import io.tokenrouter.train.curve.Measured;
import io.tokenrouter.train.labels.Hashes;
import io.tokenrouter.train.labels.PromptSource;
import io.tokenrouter.train.pair.ModelPair;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The router head that ships for the demo pair. */
class ShippedHeadTest {

    private static final Path FOLDER = DemoFiles.HOME.resolve("models/demo");
    private static final Path HEAD = FOLDER.resolve("demo.safetensors");

    @Test
    void itIsOfTheModelsThatShipAndTheCardNamesItsHash() throws IOException {
        Map<String, String> said = SafetensorsFile.read(HEAD, 1 << 24).metadata();
        assertThat(said)
                .containsEntry("small_sha256", Hashes.sha256(DemoFiles.SMALL))
                .containsEntry("large_sha256", Hashes.sha256(DemoFiles.LARGE));
        assertThat(Files.readString(FOLDER.resolve("README.md")))
                .contains("`" + Hashes.sha256(HEAD) + "` demo.safetensors");
    }

    @Test
    void neuralWithoutOptionsServesItAndGetsRightWhatTheSmallModelGetsWrong() throws Exception {
        try (ModelPair pair =
                ModelPair.open(DemoFiles.SMALL, DemoFiles.LARGE, 2, 8, List.of(), new HeadFolders(List.of(FOLDER)))) {
            List<CurvePoint> points = new Evaluation(
                            pair.asker(8), pair, PromptSource.demoTest(12).prompts(), 170)
                    .run(
                            List.of(
                                    new Measured("small", Double.NaN, new PolicySpec("fixed", Map.of("role", "small"))),
                                    new Measured("neural", Double.NaN, PolicySpec.of("neural"))),
                            done -> {});
            CurvePoint small = points.getFirst();
            CurvePoint neural = points.getLast();
            assertThat(neural.accuracy()).isGreaterThan(small.accuracy() + 0.3);
            assertThat(neural.largeShare()).isBetween(0.005, 0.1);
        }
    }
}
