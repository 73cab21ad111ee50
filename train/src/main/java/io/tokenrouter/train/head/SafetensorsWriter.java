package io.tokenrouter.train.head;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** Writes float32 tensors as safetensors (https://huggingface.co/docs/safetensors/index#format). */
final class SafetensorsWriter {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int ALIGNMENT = 8;

    private SafetensorsWriter() {}

    /** Replaces the file when all of it is written. */
    static void write(Path file, Map<String, String> metadata, List<NamedTensor> tensors) throws IOException {
        Map<String, Object> header = new LinkedHashMap<>();
        header.put("__metadata__", metadata);
        long at = 0;
        for (NamedTensor tensor : tensors) {
            long end = at + (long) tensor.values().length * Float.BYTES;
            header.put(tensor.name(), entry(tensor, at, end));
            at = end;
        }
        byte[] text = JSON.writeValueAsString(header).getBytes(StandardCharsets.UTF_8);
        int padding = -text.length & (ALIGNMENT - 1);
        ByteBuffer out = ByteBuffer.allocate(Math.toIntExact(Long.BYTES + text.length + padding + at))
                .order(ByteOrder.LITTLE_ENDIAN);
        out.putLong(text.length + padding).put(text).put(" ".repeat(padding).getBytes(StandardCharsets.UTF_8));
        for (NamedTensor tensor : tensors) {
            out.asFloatBuffer().put(tensor.values());
            out.position(out.position() + tensor.values().length * Float.BYTES);
        }
        Path temporary = file.resolveSibling(file.getFileName() + ".tmp");
        Files.write(temporary, out.array());
        Files.move(temporary, file, StandardCopyOption.REPLACE_EXISTING);
    }

    private static Map<String, Object> entry(NamedTensor tensor, long from, long to) {
        List<Integer> shape = new ArrayList<>();
        if (tensor.rows() > 0) {
            shape.add(tensor.rows());
        }
        shape.add(tensor.columns());
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("dtype", "F32");
        entry.put("shape", shape);
        entry.put("data_offsets", List.of(from, to));
        return entry;
    }
}
