package io.tokenrouter.engine.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.fixtures.ChildJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages of a mapped file that is cut off are an error for whoever reads them, and never the end of the process. */
class LostPagesTest {

    @TempDir
    Path folder;

    /** Compilation waits for nothing, so that what is called often is compiled when the pages go. */
    @Test
    void everyKernelSurvivesThem() throws IOException, InterruptedException {
        List<String> lines = ChildJvm.run(
                folder,
                LostPagesProbe.class,
                List.of("--add-modules=jdk.incubator.vector", "-Xbatch"),
                folder.toString());
        assertThat(lines)
                .containsExactlyElementsOf(Arrays.stream(TensorFormat.values())
                        .flatMap(format -> Arrays.stream(LostPagesProbe.Use.values())
                                .flatMap(use -> Stream.of(
                                        format + " " + use + " seldom: lost", format + " " + use + " often: lost")))
                        .toList());
    }
}
