package io.tokenrouter.engine.golden;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the reference files. */
final class References {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private References() {}

    static JsonNode json(Path file) throws IOException {
        return JSON.readTree(Files.readAllBytes(file));
    }

    static int[] ints(JsonNode array) {
        return array.valueStream().mapToInt(JsonNode::intValue).toArray();
    }

    static double[] doubles(JsonNode array) {
        return array.valueStream().mapToDouble(JsonNode::doubleValue).toArray();
    }

    static JsonNode named(JsonNode array, String name) {
        return array.valueStream()
                .filter(node -> node.required("name").stringValue().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** A float32 tensor of a safetensors file, cut into rows of {@code width}. */
    static List<float[]> rows(Path file, String tensor, int width) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        int headerBytes = Math.toIntExact(bytes.getLong());
        JsonNode entry = JSON.readTree(bytes.array(), Long.BYTES, headerBytes).required(tensor);
        int dataStart = Long.BYTES + headerBytes;
        int from = dataStart + entry.required("data_offsets").get(0).intValue();
        int to = dataStart + entry.required("data_offsets").get(1).intValue();
        FloatBuffer values =
                bytes.slice(from, to - from).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
        return IntStream.range(0, values.capacity() / width)
                .mapToObj(row -> {
                    float[] logits = new float[width];
                    values.get(row * width, logits);
                    return logits;
                })
                .toList();
    }

    /** Natural log of the sum of exponentials. */
    static double logSumExp(float[] logits) {
        double largest = Double.NEGATIVE_INFINITY;
        for (float logit : logits) {
            largest = Math.max(largest, logit);
        }
        double sum = 0;
        for (float logit : logits) {
            sum += Math.exp(logit - largest);
        }
        return largest + Math.log(sum);
    }
}
