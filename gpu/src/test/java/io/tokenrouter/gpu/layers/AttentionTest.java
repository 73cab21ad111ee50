package io.tokenrouter.gpu.layers;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.model.AttentionConfig;
import io.tokenrouter.gpu.driver.DeviceMemory;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AttentionTest {

    private static final int UNLIMITED = AttentionConfig.Layer.UNLIMITED;
    private static final Offset<Float> CLOSE = Offset.offset(1e-5f);

    private final Random random = new Random(3);
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

    static Stream<AttentionShape> shapes() {
        return Stream.of(
                new AttentionShape(1, 1, 8, 8, UNLIMITED, 0),
                new AttentionShape(3, 3, 16, 16, UNLIMITED, 0),
                new AttentionShape(4, 2, 40, 24, 33, 0),
                new AttentionShape(8, 2, 64, 16, UNLIMITED, 5),
                new AttentionShape(7, 1, 88, 16, 150, 0),
                new AttentionShape(6, 1, 128, 16, UNLIMITED, 0),
                new AttentionShape(12, 1, 24, 16, 1, 0),
                new AttentionShape(16, 1, 256, 8, 200, 2),
                new AttentionShape(70, 1, 8, 16, UNLIMITED, 0));
    }

    /** Two sequences that share their first block; the second has several new tokens, one of them at the start of a block. */
    @ParameterizedTest
    @MethodSource("shapes")
    void bothFormsAreWhatAttentionIs(AttentionShape shape) {
        AttentionSequences sequences = new AttentionSequences(device, random, shape, 331);
        int[] positions = {9, -1, 126, 127, 128, 129, 130, -1, 330};
        int[] rows = {0, 0, 1, 1, 1, 1, 1, 0, 0};
        AttentionStep step = sequences.step(positions, rows);
        float[] expected = step.expected();

        DeviceMemory few = step.tokenwise(Attention.chunks(331), Integer.MAX_VALUE);
        DeviceMemory inTiles = step.tiles(new int[] {0, 1, 2, 2, 4, 3, 8, 1});
        float[] tokenwise = device.floats(few);
        float[] tiles = device.floats(inTiles);
        int width = shape.heads() * shape.headDim();
        for (int token = 0; token < positions.length; token++) {
            float[] wanted = Arrays.copyOfRange(expected, token * width, (token + 1) * width);
            float[] of = Arrays.copyOfRange(tokenwise, token * width, (token + 1) * width);
            float[] ofTiles = Arrays.copyOfRange(tiles, token * width, (token + 1) * width);
            assertThat(of).as("token %d", token).containsExactly(wanted, CLOSE);
            if (positions[token] < 0) {
                assertThat(ofTiles).containsOnly(Float.NaN);
            } else {
                assertThat(ofTiles).as("token %d in a tile", token).containsExactly(wanted, CLOSE);
            }
        }
        assertThat(Arrays.copyOfRange(tokenwise, positions.length * width, tokenwise.length))
                .containsOnly(Float.NaN);
        assertThat(Arrays.copyOfRange(tiles, positions.length * width, tiles.length))
                .containsOnly(Float.NaN);
    }

    /** The same bits alone and among others, with more room, in several launches, and in other tiles. */
    @ParameterizedTest
    @MethodSource("shapes")
    void whatElseIsInAStepMakesNoDifference(AttentionShape shape) {
        AttentionSequences sequences = new AttentionSequences(device, random, shape, 161);
        AttentionStep among = sequences.step(new int[] {4, 156, 157, 158, 159, 160}, new int[] {1, 0, 0, 0, 0, 0});
        AttentionStep alone = among.token(4);
        int width = shape.heads() * shape.headDim();

        float[] one = Arrays.copyOf(device.floats(alone.tokenwise(2, Integer.MAX_VALUE)), width);
        float[] bigger = Arrays.copyOf(device.floats(alone.tokenwise(4, Integer.MAX_VALUE)), width);
        float[] passes = device.floats(among.tokenwise(4, 4));
        assertThat(bigger).containsExactly(one);
        assertThat(Arrays.copyOfRange(passes, 4 * width, 5 * width)).containsExactly(one);

        float[] oneTile = Arrays.copyOf(device.floats(alone.tiles(new int[] {0, 1})), width);
        int most = Math.max(1, 64 / (shape.heads() / shape.kvHeads()));
        int together = Math.min(most, 4);
        float[] cut = device.floats(among.tiles(new int[] {5 - together, together}));
        assertThat(Arrays.copyOfRange(cut, 4 * width, 5 * width)).containsExactly(oneTile);
    }

    @Test
    void modelsWithOtherHeadsShareKernels() {
        AttentionSequences sequences =
                new AttentionSequences(device, random, new AttentionShape(2, 1, 128, 16, UNLIMITED, 0), 20);
        AttentionStep step = sequences.step(new int[] {19}, new int[] {0});
        Attention first = step.attention();
        AttentionShape narrower = new AttentionShape(2, 1, 72, 16, UNLIMITED, 0);
        new AttentionSequences(device, random, narrower, 20)
                .step(new int[] {19}, new int[] {0})
                .attention();
        float[] expected = step.expected();
        assertThat(Arrays.copyOf(device.floats(step.tiles(first, new int[] {0, 1})), expected.length))
                .containsExactly(expected, CLOSE);
    }

    @Test
    void whatIsBeforeTheWindowIsNotRead() {
        AttentionShape shape = new AttentionShape(4, 2, 40, 8, 33, 0);
        AttentionSequences sequences = new AttentionSequences(device, random, shape, 160);
        AttentionStep step = sequences.step(new int[] {157, 158, 159}, new int[] {1, 1, 1});
        float[] expected = step.expected();
        sequences.forget(1, 157 - 33 + 1);
        assertThat(Arrays.copyOf(device.floats(step.tokenwise(2, Integer.MAX_VALUE)), expected.length))
                .containsExactly(expected, CLOSE);
        assertThat(Arrays.copyOf(device.floats(step.tiles(new int[] {0, 3})), expected.length))
                .containsExactly(expected, CLOSE);
    }

    @Test
    void aContextOfOneChunkNeedsNoWorkspace() {
        AttentionShape shape = new AttentionShape(4, 2, 32, 16, UNLIMITED, 0);
        AttentionSequences sequences = new AttentionSequences(device, random, shape, 100);
        AttentionStep step = sequences.step(new int[] {99, -1, 0}, new int[] {1, 0, 0});
        float[] out = device.floats(step.tokenwise(1, 0));
        int width = shape.heads() * shape.headDim();
        assertThat(Arrays.copyOf(out, 3 * width)).containsExactly(step.expected(), CLOSE);
        float[] combined = device.floats(step.tokenwise(2, Integer.MAX_VALUE));
        assertThat(combined).containsExactly(out);
    }

    @Test
    void largeQueriesAndEmptyOnesLoseNothing() {
        AttentionShape shape = new AttentionShape(2, 1, 64, 16, UNLIMITED, 0);
        AttentionSequences sequences = new AttentionSequences(device, random, shape, 40);
        AttentionStep step = sequences.step(new int[] {38, 39}, new int[] {0, 0});
        for (int i = 0; i < 64; i++) {
            step.qkv[i] *= 1e-20f;
            step.qkv[64 + i] = 0;
            // scores of some hundred thousand: one position has all the weight
            step.qkv[4 * 64 + i] *= 1e5f;
        }
        float[] expected = step.expected();
        assertThat(Arrays.copyOf(device.floats(step.tiles(new int[] {0, 2})), expected.length))
                .containsExactly(expected, CLOSE);
        assertThat(Arrays.copyOf(device.floats(step.tokenwise(1, 0)), expected.length))
                .containsExactly(expected, CLOSE);
    }
}
