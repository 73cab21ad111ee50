package io.tokenrouter.engine.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Kernels of many vector operations have to be compiled by themselves, as the notes of the package say. */
class KernelMethodSizesTest {

    /** The compiler inlines nothing larger; HotSpot's default of {@code FreqInlineSize} on all platforms with vectors. */
    private static final int MOST_INLINED = 325;

    @ParameterizedTest
    @CsvSource({
        "DotTiles, eightByOne",
        "DotTiles, fourByTwo",
        "DotTiles, twoByFour",
        "DotTiles, fourByFour",
        "BlockDots, q4",
        "BlockDots, q5",
        "SuperBlockDots, q4k",
        "SuperBlockDots, q5k",
        "SuperBlockDots, q6k",
        "Lanes, sumEight",
        "SingleMultiply, twoRows",
        "PanelDecoder, decode",
        "VectorAttention, score",
        "VectorAttention, mix"
    })
    void isTooLargeToBeInlined(String type, String method) throws IOException {
        try (InputStream bytes = DotTiles.class.getResourceAsStream(type + ".class")) {
            ClassModel model = ClassFile.of().parse(bytes.readAllBytes());
            assertThat(model.methods().stream()
                            .filter(m -> m.methodName().equalsString(method))
                            .mapToInt(KernelMethodSizesTest::size))
                    .singleElement()
                    .satisfies(size -> assertThat(size).isGreaterThan(MOST_INLINED));
        }
    }

    private static int size(MethodModel method) {
        return ((CodeAttribute) method.code().orElseThrow()).codeLength();
    }
}
