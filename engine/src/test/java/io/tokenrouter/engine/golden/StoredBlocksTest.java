package io.tokenrouter.engine.golden;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.fixtures.SharedFiles;
import io.tokenrouter.engine.tensor.KernelChoice;
import io.tokenrouter.engine.tensor.Tensor;
import io.tokenrouter.engine.tensor.TensorFormat;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** The stored bytes of every format against the numbers that ggml's own reader makes of them. */
class StoredBlocksTest {

    @ParameterizedTest
    @EnumSource(
            value = KernelChoice.class,
            names = {"SCALAR", "AUTO"})
    void decodesEveryFormatToTheSameNumbers(KernelChoice kernels) throws IOException {
        JsonNode blocks =
                References.json(SharedFiles.require("golden/gguf/blocks.json")).required("blocks");
        Set<TensorFormat> seen = EnumSet.noneOf(TensorFormat.class);
        for (JsonNode block : blocks) {
            int type = block.required("ggml_type").intValue();
            for (TensorFormat format : TensorFormat.values()) {
                if (format.ggmlType() == type) {
                    seen.add(format);
                    check(format, block, kernels);
                }
            }
        }
        // F32 needs no reference of its own.
        assertThat(seen).containsAll(EnumSet.complementOf(EnumSet.of(TensorFormat.F32)));
    }

    private static void check(TensorFormat format, JsonNode block, KernelChoice kernels) {
        byte[] bytes = HexFormat.of().parseHex(block.required("bytes").stringValue());
        double[] wanted = References.doubles(block.required("values"));
        MemorySegment data = MemorySegment.ofArray(bytes);
        float[] got = new float[wanted.length];
        kernels.kernels().decodeRow(new Tensor("block", format, 1, wanted.length, data), 0, got, 0);
        float[] rounded = new float[wanted.length];
        for (int i = 0; i < wanted.length; i++) {
            rounded[i] = (float) wanted[i];
        }
        assertThat(got).as("%s", format).isEqualTo(rounded);
    }
}
