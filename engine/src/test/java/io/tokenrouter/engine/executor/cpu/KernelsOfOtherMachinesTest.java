package io.tokenrouter.engine.executor.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.fixtures.ChildJvm;
import io.tokenrouter.engine.fixtures.RandomModel;
import io.tokenrouter.engine.tensor.KernelChoice;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What this machine would not run by itself, in processes that are told to. */
class KernelsOfOtherMachinesTest {

    @TempDir
    Path folder;

    @Test
    void withoutTheVectorModuleScalarKernelsRun() throws Exception {
        agrees(probe(), "scalar");
    }

    @ParameterizedTest
    @ValueSource(ints = {128, 256, 512})
    void everyVectorWidthComputesTheSameModel(int bits) throws Exception {
        List<String> lines = probe("--add-modules=jdk.incubator.vector", "-Dtokenrouter.vector.bits=" + bits);
        agrees(lines, "vector-" + bits);
    }

    @Test
    void tilesForManyRegistersComputeTheSameModel() throws Exception {
        List<String> small = probe("--add-modules=jdk.incubator.vector", "-Dtokenrouter.vector.large-tiles=false");
        List<String> large = probe("--add-modules=jdk.incubator.vector", "-Dtokenrouter.vector.large-tiles=true");
        assertThat(large).isEqualTo(small);
    }

    @Test
    void kernelsCanBeChosenBySystemProperty() throws Exception {
        agrees(probe("--add-modules=jdk.incubator.vector", "-Dtokenrouter.kernels=scalar"), "scalar");
    }

    private static void agrees(List<String> lines, String kernels) {
        assertThat(lines.getFirst()).isEqualTo(kernels);
        TokenCandidate expected = KernelProbe.candidate(KernelChoice.SCALAR);
        float[] logprobs = new float[expected.topIds().length];
        for (int i = 0; i < logprobs.length; i++) {
            logprobs[expected.topIds()[i]] = expected.topLogprobs()[i];
        }
        assertThat(lines).hasSize(1 + logprobs.length);
        for (String line : lines.subList(1, lines.size())) {
            String[] fields = line.split(" ");
            assertThat(Float.parseFloat(fields[1]))
                    .isCloseTo(logprobs[Integer.parseInt(fields[0])], Offset.offset(1e-4f));
        }
    }

    private List<String> probe(String... options) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of(options));
        all.addAll(List.of("-cp", home(CpuDevice.class) + File.pathSeparator + home(RandomModel.class)));
        return ChildJvm.run(folder, KernelProbe.class, all);
    }

    private static Path home(Class<?> type) {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath());
    }
}
