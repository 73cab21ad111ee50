package io.tokenrouter.gpu.layers;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.model.AttentionConfig;
import io.tokenrouter.engine.model.AttentionConfig.HeadNorm;
import io.tokenrouter.engine.model.RopeConfig;
import io.tokenrouter.engine.model.RopeConfig.Layout;
import io.tokenrouter.engine.model.RopeScaling;
import io.tokenrouter.engine.tensor.KernelChoice;
import io.tokenrouter.gpu.driver.DeviceMemory;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CacheUpdateTest {

    private static final int HEADS = 6;
    private static final int KV_HEADS = 2;
    private static final int BLOCKS = 40;
    private static final int CONTEXT = 4096;
    private static final float EPSILON = 1e-6f;

    private final Random random = new Random(11);
    private DeviceArrays device;

    @BeforeEach
    void open() {
        device = new DeviceArrays();
    }

    @AfterEach
    void close() {
        if (device != null) {
            device.close();
        }
    }

    record Shape(
            int headDim,
            int blockSize,
            HeadNorm norm,
            @Nullable RopeConfig rope) {}

    static Stream<Shape> shapes() {
        RopeScaling none = new RopeScaling.None();
        RopeScaling yarn = new RopeScaling.Yarn(4, 1024, 32, 1, 1.139f);
        return Stream.of(
                new Shape(8, 8, HeadNorm.NONE, null),
                new Shape(64, 16, HeadNorm.NONE, new RopeConfig(10_000, 64, none, Layout.HALVES)),
                new Shape(64, 16, HeadNorm.EACH_HEAD, new RopeConfig(1e6f, 64, none, Layout.INTERLEAVED)),
                new Shape(40, 24, HeadNorm.ALL_HEADS, new RopeConfig(10_000, 16, none, Layout.HALVES)),
                new Shape(72, 16, HeadNorm.EACH_HEAD, null),
                new Shape(256, 8, HeadNorm.ALL_HEADS, new RopeConfig(500_000, 96, yarn, Layout.INTERLEAVED)));
    }

    /** Two sequences and tokens that fill the step up; positions far into the context. */
    @ParameterizedTest
    @MethodSource("shapes")
    void queriesKeysAndValuesAreThoseOfTheProcessor(Shape shape) {
        int headDim = shape.headDim();
        int[] positions = {0, -1, 17, CONTEXT - 1, 3, -1};
        int[] sequences = {0, 0, 0, 1, 1, 0};
        int tokens = positions.length;
        int width = (HEADS + 2 * KV_HEADS) * headDim;
        float[] qkv = DeviceArrays.random(random, tokens * width);
        qkv[(HEADS + KV_HEADS) * headDim] = 1e6f;
        int maxBlocks = CONTEXT / shape.blockSize() + 1;
        int[] tables = new int[2 * maxBlocks];
        for (int i = 0; i < tables.length; i++) {
            tables[i] = (i * 7 + i / maxBlocks) % BLOCKS;
        }
        PagedCache cache = new PagedCache(BLOCKS, KV_HEADS, headDim, shape.blockSize());

        float[] queryNorm = weights(shape, HEADS);
        float[] keyNorm = weights(shape, KV_HEADS);
        AttentionConfig config = new AttentionConfig(HEADS, KV_HEADS, headDim, 1, 0, shape.norm(), List.of());
        CacheUpdate update = device.make(() -> new CacheUpdate(device.kernels, config, EPSILON, shape.blockSize()));
        DeviceMemory rows = device.floats(qkv);
        DeviceMemory pool = device.halves(cache.numbers);
        DeviceMemory queryWeights = queryNorm.length == 0 ? null : device.floats(queryNorm);
        DeviceMemory keyWeights = keyNorm.length == 0 ? null : device.floats(keyNorm);
        StepArrays step =
                new StepArrays(device.ints(positions), device.ints(sequences), device.ints(tables), maxBlocks);
        try (Rotary rotary = shape.rope() == null
                ? null
                : new Rotary(device.context, device.stream, device.kernels, shape.rope(), CONTEXT, tokens)) {
            device.run(stream -> {
                if (rotary != null) {
                    rotary.prepare(stream, step.positions(), tokens);
                }
                update.apply(stream, step, rotary, queryWeights, keyWeights, rows, pool, tokens);
            });
        }

        float[] result = device.floats(rows);
        for (int token = 0; token < tokens; token++) {
            int at = token * width;
            if (positions[token] < 0) {
                continue;
            }
            int keys = at + HEADS * headDim;
            normalize(qkv, at, keys, queryNorm);
            normalize(qkv, keys, keys + KV_HEADS * headDim, keyNorm);
            if (shape.rope() != null) {
                for (int head = 0; head < HEADS + KV_HEADS; head++) {
                    rotate(shape.rope(), qkv, at + head * headDim, positions[token]);
                }
            }
            assertThat(Arrays.copyOfRange(result, at, keys))
                    .containsExactly(Arrays.copyOfRange(qkv, at, keys), Offset.offset(2e-5f));
            int[] blocks = Arrays.copyOfRange(tables, sequences[token] * maxBlocks, tables.length);
            for (int kind = 0; kind < 2; kind++) {
                for (int head = 0; head < KV_HEADS; head++) {
                    int from = keys + (kind * KV_HEADS + head) * headDim;
                    cache.put(
                            cache.at(blocks, positions[token], kind, head),
                            Arrays.copyOfRange(qkv, from, from + headDim));
                }
            }
        }
        assertSame(device.halves(pool), cache);
    }

    @Test
    void anglesAreThoseOfTheProcessorAtTheEndOfALongContext() {
        RopeConfig rope = new RopeConfig(1e6f, 128, new RopeScaling.None(), Layout.HALVES);
        int[] positions = {131_071, 99_999};
        float[] frequencies = rope.frequencies(131_072);
        try (Rotary rotary = new Rotary(device.context, device.stream, device.kernels, rope, 131_072, 2)) {
            DeviceMemory at = device.ints(positions);
            device.run(stream -> rotary.prepare(stream, at, 2));
            float[] rows = device.floats(rotary.rows());
            for (int i = 0; i < 64; i++) {
                for (int token = 0; token < 2; token++) {
                    float angle = positions[token] * frequencies[i];
                    assertThat(rows[(token * 64 + i) * 2]).isCloseTo((float) Math.cos(angle), Offset.offset(1e-7f));
                    assertThat(rows[(token * 64 + i) * 2 + 1]).isCloseTo((float) Math.sin(angle), Offset.offset(1e-7f));
                }
            }
        }
    }

    private float[] weights(Shape shape, int heads) {
        return switch (shape.norm()) {
            case NONE -> new float[0];
            case EACH_HEAD -> DeviceArrays.random(random, shape.headDim());
            case ALL_HEADS -> DeviceArrays.random(random, heads * shape.headDim());
        };
    }

    private static void normalize(float[] values, int from, int to, float[] weights) {
        for (int at = from; at < to && weights.length > 0; at += weights.length) {
            KernelChoice.SCALAR.kernels().rmsNorm(values, at, weights, EPSILON, values, at);
        }
    }

    private static void rotate(RopeConfig rope, float[] head, int at, int position) {
        int pairs = rope.dimensions() / 2;
        float[] frequencies = rope.frequencies(CONTEXT);
        float amplitude = rope.scaling().amplitude();
        for (int i = 0; i < pairs; i++) {
            float angle = position * frequencies[i];
            float cos = (float) Math.cos(angle) * amplitude;
            float sin = (float) Math.sin(angle) * amplitude;
            int first = at + (rope.layout() == Layout.HALVES ? i : 2 * i);
            int second = rope.layout() == Layout.HALVES ? first + pairs : first + 1;
            float a = head[first];
            float b = head[second];
            head[first] = a * cos - b * sin;
            head[second] = a * sin + b * cos;
        }
    }

    /** Rounding may fall to the other neighbour; what nobody put is as it was. */
    private static void assertSame(short[] numbers, PagedCache expected) {
        for (int i = 0; i < numbers.length; i++) {
            if (expected.numbers[i] == PagedCache.POISON) {
                assertThat(numbers[i]).isEqualTo(PagedCache.POISON);
            } else {
                float number = Float.float16ToFloat(numbers[i]);
                float wanted = expected.get(i);
                assertThat(number).isCloseTo(wanted, Offset.offset(1e-5f + Math.abs(wanted) / 1000));
            }
        }
    }
}
