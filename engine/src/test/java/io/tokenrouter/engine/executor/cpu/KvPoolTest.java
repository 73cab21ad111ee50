package io.tokenrouter.engine.executor.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tokenrouter.engine.fixtures.RandomModel;
import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.tensor.KernelChoice;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What comes out of a cache is what went in, rounded as its type says, and in its place. */
class KvPoolTest {

    private static final int BLOCK = 8;
    private static final int BLOCKS = 3;
    private static final int KV_HEADS = 2;

    @ParameterizedTest
    @CsvSource({"F32, 16", "F32, 20", "F16, 16", "F16, 20", "Q8_0, 16", "Q8_0, 32", "Q8_0, 80"})
    void everyNumberComesBackRoundedAndInItsPlace(KvType type, int headDim) {
        for (KernelChoice kernels : new KernelChoice[] {KernelChoice.SCALAR, KernelChoice.VECTOR}) {
            KvPool pool = pool(type, kernels, headDim);
            float[] scratch = new float[type.scratchFloats(headDim, BLOCK)];
            float[][] keys = new float[BLOCKS * BLOCK * KV_HEADS][];
            float[][] values = new float[keys.length][];
            fill(pool, headDim, keys, values);
            for (int i = 0; i < keys.length; i++) {
                int slot = i % BLOCK;
                int offset = pool.offset(i / BLOCK / KV_HEADS, i / BLOCK % KV_HEADS);
                float[] key = pool.keys(1, offset, scratch).clone();
                float[] value = pool.values(1, offset, scratch).clone();
                int start = pool.start(offset);
                for (int d = 0; d < headDim; d++) {
                    isRounded(type, key[start + d * BLOCK + slot], keys[i], d);
                    isRounded(type, value[start + slot * headDim + d], values[i], d);
                }
            }
        }
    }

    private static void isRounded(KvType type, float got, float[] head, int d) {
        switch (type) {
            case F32 -> assertThat(got).isEqualTo(head[d]);
            case F16 -> assertThat(got).isEqualTo(Float.float16ToFloat(Float.floatToFloat16(head[d])));
            case Q8_0 -> {
                float largest = 0;
                for (int i = d / 32 * 32; i < Math.min(head.length, d / 32 * 32 + 32); i++) {
                    largest = Math.max(largest, Math.abs(head[i]));
                }
                // Half a code; and the factor is rounded to half precision, by which the largest may miss its code.
                assertThat(got).isCloseTo(head[d], within(largest / 127 * 0.5f + largest * 0x1p-10f));
            }
        }
    }

    private static void fill(KvPool pool, int headDim, float[][] keys, float[][] values) {
        Random random = new Random(7);
        for (int i = 0; i < keys.length; i++) {
            float[] source = new float[1 + 2 * headDim];
            for (int j = 0; j < source.length; j++) {
                source[j] = (float) random.nextGaussian() * (i % 5 == 0 ? 100 : 1);
            }
            pool.put(1, i / BLOCK / KV_HEADS, i % BLOCK, i / BLOCK % KV_HEADS, source, 1, 1 + headDim);
            keys[i] = Arrays.copyOfRange(source, 1, 1 + headDim);
            values[i] = Arrays.copyOfRange(source, 1 + headDim, 1 + 2 * headDim);
        }
    }

    @ParameterizedTest
    @CsvSource({"F16", "Q8_0"})
    void hugeNumbersStayFinite(KvType type) {
        KvPool pool = pool(type, KernelChoice.VECTOR, 16);
        float[] source = new float[32];
        Arrays.fill(source, 1e30f);
        pool.put(0, 0, 0, 0, source, 0, 16);
        float[] scratch = new float[type.scratchFloats(16, BLOCK)];
        assertThat(pool.keys(0, 0, scratch)[0]).isFinite().isGreaterThan(60_000);
        assertThat(pool.values(0, 0, scratch)[0]).isFinite().isGreaterThan(60_000);
    }

    @Test
    void aTypeOfFewerBytesHasRoomForMore() {
        ModelConfig config = config(64);
        long bytes = 1 << 20;
        int exact = KvPool.blocksWithin(bytes, config, BLOCK, KvType.F32);
        assertThat(KvPool.blocksWithin(bytes, config, BLOCK, KvType.F16)).isEqualTo(2 * exact);
        assertThat(KvPool.blocksWithin(bytes, config, BLOCK, KvType.Q8_0)).isEqualTo((int) (exact * 4 * 64 / 68.0));
        assertThat(CpuMemory.kvBytesPerToken(config, KvType.Q8_0)).isEqualTo(2L * 2 * KV_HEADS * 68);
    }

    private static KvPool pool(KvType type, KernelChoice kernels, int headDim) {
        return KvPool.allocate(type, kernels.kernels(), config(headDim), BLOCK, BLOCKS);
    }

    private static ModelConfig config(int headDim) {
        return RandomModel.shape().heads(2, KV_HEADS, headDim).build(1).config();
    }
}
