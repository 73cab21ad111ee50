package io.tokenrouter.gpu.layers;

import io.tokenrouter.gpu.driver.DeviceMemory;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A step of some tokens: what attention is of it, in double precision, and what the kernels make of it. */
final class AttentionStep {
    private final DeviceArrays device;
    private final AttentionSequences sequences;
    private final AttentionShape shape;
    private final int[] positions;
    private final int[] rows;
    final float[] qkv;
    private final int width;

    AttentionStep(AttentionSequences sequences, int[] positions, int[] rows, float[] qkv) {
        this.sequences = sequences;
        device = sequences.device;
        shape = sequences.shape;
        this.positions = positions;
        this.rows = rows;
        this.qkv = qkv;
        width = (shape.heads() + 2 * shape.kvHeads()) * shape.headDim();
    }

    AttentionStep token(int token) {
        return new AttentionStep(
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
        return tiles(attention(), tiles);
    }

    DeviceMemory tiles(Attention attention, int[] tiles) {
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
                .flatMapToInt(tile -> IntStream.iterate(0, i -> i < tiles[tile + 1], i -> i + most)
                        .flatMap(i -> IntStream.of(tiles[tile] + i, Math.min(most, tiles[tile + 1] - i))))
                .toArray();
    }

    Attention attention() {
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
