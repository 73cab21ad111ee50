package io.tokenrouter.gpu.layers;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.model.AttentionConfig;
import io.tokenrouter.engine.model.AttentionConfig.HeadNorm;
import io.tokenrouter.gpu.driver.DeviceMemory;
import java.util.Arrays;
import java.util.List;
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

    record Shape(int heads, int kvHeads, int headDim, int blockSize, int window, float scoreCap) {

        AttentionConfig config() {
            float scale = AttentionConfig.defaultScale(headDim);
            return new AttentionConfig(heads, kvHeads, headDim, scale, scoreCap, HeadNorm.NONE, List.of());
        }
    }

    static Stream<Shape> shapes() {
        return Stream.of(
                new Shape(1, 1, 8, 8, UNLIMITED, 0),
                new Shape(3, 3, 16, 16, UNLIMITED, 0),
                new Shape(4, 2, 40, 24, 33, 0),
                new Shape(8, 2, 64, 16, UNLIMITED, 5),
                new Shape(7, 1, 88, 16, 150, 0),
                new Shape(6, 1, 128, 16, UNLIMITED, 0),
                new Shape(12, 1, 24, 16, 1, 0),
                new Shape(16, 1, 256, 8, 200, 2),
                new Shape(70, 1, 8, 16, UNLIMITED, 0));
    }

    /** Two sequences that share their first block; the second has several new tokens, one of them at the start of a block. */
    @ParameterizedTest
    @MethodSource("shapes")
    void bothFormsAreWhatAttentionIs(Shape shape) {
        Sequences sequences = new Sequences(shape, 331);
        int[] positions = {9, -1, 126, 127, 128, 129, 130, -1, 330};
        int[] rows = {0, 0, 1, 1, 1, 1, 1, 0, 0};
        Step step = sequences.step(positions, rows);
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
    void whatElseIsInAStepMakesNoDifference(Shape shape) {
        Sequences sequences = new Sequences(shape, 161);
        Step among = sequences.step(new int[] {4, 156, 157, 158, 159, 160}, new int[] {1, 0, 0, 0, 0, 0});
        Step alone = among.token(4);
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
    void aContextOfOneChunkNeedsNoWorkspace() {
        Shape shape = new Shape(4, 2, 32, 16, UNLIMITED, 0);
        Sequences sequences = new Sequences(shape, 100);
        Step step = sequences.step(new int[] {99, -1, 0}, new int[] {1, 0, 0});
        float[] out = device.floats(step.tokenwise(1, 0));
        int width = shape.heads() * shape.headDim();
        assertThat(Arrays.copyOf(out, 3 * width)).containsExactly(step.expected(), CLOSE);
        float[] combined = device.floats(step.tokenwise(2, Integer.MAX_VALUE));
        assertThat(combined).containsExactly(out);
    }

    @Test
    void largeQueriesAndEmptyOnesLoseNothing() {
        Shape shape = new Shape(2, 1, 64, 16, UNLIMITED, 0);
        Sequences sequences = new Sequences(shape, 40);
        Step step = sequences.step(new int[] {38, 39}, new int[] {0, 0});
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

    /** Two sequences of as many positions; the first block is that of both. */
    private final class Sequences {
        final Shape shape;
        final PagedCache cache;
        final int[][] blocks = new int[2][];
        final int[] tables;
        final int maxBlocks;

        Sequences(Shape shape, int positions) {
            this.shape = shape;
            int count = Math.ceilDiv(positions, shape.blockSize());
            int[] shuffled = PagedCache.shuffled(random, 2 * count);
            blocks[0] = Arrays.copyOf(shuffled, count);
            blocks[1] = Arrays.copyOfRange(shuffled, count, 2 * count);
            blocks[1][0] = blocks[0][0];
            cache = new PagedCache(2 * count, shape.kvHeads(), shape.headDim(), shape.blockSize());
            cache.fill(random, blocks[0], positions);
            cache.fill(random, blocks[1], positions);
            // beyond its blocks a table has what was there before
            maxBlocks = count + 2;
            tables = new int[2 * maxBlocks];
            Arrays.fill(tables, Integer.MAX_VALUE / 2);
            System.arraycopy(blocks[0], 0, tables, 0, count);
            System.arraycopy(blocks[1], 0, tables, maxBlocks, count);
        }

        Step step(int[] positions, int[] rows) {
            int width = (shape.heads() + 2 * shape.kvHeads()) * shape.headDim();
            return new Step(this, positions, rows, DeviceArrays.random(random, positions.length * width));
        }
    }

    private final class Step {
        final Sequences sequences;
        final Shape shape;
        final int[] positions;
        final int[] rows;
        final float[] qkv;
        final int width;

        Step(Sequences sequences, int[] positions, int[] rows, float[] qkv) {
            this.sequences = sequences;
            shape = sequences.shape;
            this.positions = positions;
            this.rows = rows;
            this.qkv = qkv;
            width = (shape.heads() + 2 * shape.kvHeads()) * shape.headDim();
        }

        Step token(int token) {
            return new Step(
                    sequences,
                    new int[] {positions[token]},
                    new int[] {rows[token]},
                    Arrays.copyOfRange(qkv, token * width, (token + 1) * width));
        }

        DeviceMemory tokenwise(int chunks, int mostTokens) {
            Attention attention = attention();
            int tokens = Math.min(mostTokens, positions.length);
            long bytes = Attention.workspaceBytes(shape.config(), tokens, chunks);
            DeviceMemory workspace = device.poisoned(Math.max(4, (int) (bytes / 4)));
            DeviceMemory out = out();
            StepArrays step = arrays();
            DeviceMemory queries = device.floats(qkv);
            DeviceMemory cache = device.halves(sequences.cache.numbers);
            device.run(on -> attention.tokenwise(
                    on, step, queries, cache, shape.window(), positions.length, chunks, workspace, out));
            return out;
        }

        DeviceMemory tiles(int[] tiles) {
            Attention attention = attention();
            DeviceMemory out = out();
            StepArrays step = arrays();
            DeviceMemory queries = device.floats(qkv);
            DeviceMemory cache = device.halves(sequences.cache.numbers);
            int[] fitting = split(tiles, attention.tileTokens());
            DeviceMemory list = device.ints(fitting);
            device.run(on -> attention.tiles(
                    on, step, queries, cache, shape.window(), positions.length, list, fitting.length / 2, out));
            return out;
        }

        private static int[] split(int[] tiles, int most) {
            return Stream.iterate(0, tile -> tile < tiles.length, tile -> tile + 2)
                    .flatMapToInt(tile -> java.util.stream.IntStream.iterate(0, i -> i < tiles[tile + 1], i -> i + most)
                            .flatMap(i -> java.util.stream.IntStream.of(
                                    tiles[tile] + i, Math.min(most, tiles[tile + 1] - i))))
                    .toArray();
        }

        private Attention attention() {
            return device.make(() -> new Attention(device.kernels, shape.config(), shape.blockSize()));
        }

        private StepArrays arrays() {
            return new StepArrays(
                    device.ints(positions), device.ints(rows), device.ints(sequences.tables), sequences.maxBlocks);
        }

        private DeviceMemory out() {
            return device.poisoned((positions.length + 1) * shape.heads() * shape.headDim());
        }

        float[] expected() {
            int dim = shape.headDim();
            float[] out = new float[positions.length * shape.heads() * dim];
            for (int token = 0; token < positions.length; token++) {
                for (int head = 0; head < shape.heads() && positions[token] >= 0; head++) {
                    attend(token, head, out, (token * shape.heads() + head) * dim);
                }
            }
            return out;
        }

        private void attend(int token, int head, float[] out, int at) {
            int dim = shape.headDim();
            PagedCache cache = sequences.cache;
            int[] blocks = sequences.blocks[rows[token]];
            int kvHead = head * shape.kvHeads() / shape.heads();
            int first = Math.max(0, positions[token] - shape.window() + 1);
            double[] scores = new double[positions[token] + 1];
            for (int position = first; position < scores.length; position++) {
                int key = cache.at(blocks, position, 0, kvHead);
                for (int d = 0; d < dim; d++) {
                    scores[position] += (double) qkv[token * width + head * dim + d] * cache.get(key + d);
                }
                scores[position] *= shape.config().scale();
                if (shape.scoreCap() > 0) {
                    scores[position] = shape.scoreCap() * Math.tanh(scores[position] / shape.scoreCap());
                }
            }
            double max = Arrays.stream(scores, first, scores.length).max().orElseThrow();
            double sum = 0;
            double[] mixed = new double[dim];
            for (int position = first; position < scores.length; position++) {
                double weight = Math.exp(scores[position] - max);
                int value = cache.at(blocks, position, 1, kvHead);
                sum += weight;
                for (int d = 0; d < dim; d++) {
                    mixed[d] += weight * cache.get(value + d);
                }
            }
            for (int d = 0; d < dim; d++) {
                out[at + d] = (float) (mixed[d] / sum);
            }
        }
    }
}
