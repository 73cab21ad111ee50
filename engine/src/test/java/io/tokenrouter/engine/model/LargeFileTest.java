package io.tokenrouter.engine.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.tokenrouter.engine.tensor.Tensor;
import io.tokenrouter.engine.tensor.TensorFormat;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of many gigabytes are opened by their headers alone. They are sparse: nobody writes or reads what they claim to hold. */
class LargeFileTest {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int ROWS = 1 << 17;
    private static final int COLUMNS = 1 << 15;
    private static final long BYTES = 2L * ROWS * COLUMNS;
    private static final long MOST_ALLOCATED = 8L << 20;

    @TempDir
    Path folder;

    @Test
    void aGgufFileOfEightGigabytes() throws IOException {
        byte[] header = SmallGguf.start(3, 1, 0)
                .tensor("token_embd.weight", TensorFormat.F16, 0, COLUMNS, ROWS)
                .bytes(0);
        Path file = sparse("large.gguf", header);
        long before = THREADS.getCurrentThreadAllocatedBytes();
        try (GgufFile opened = GgufFile.open(file)) {
            assertLargeAndMapped(opened.get("token_embd.weight"));
            assertThat(opened.bytes()).isEqualTo(header.length + BYTES);
        }
        assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(MOST_ALLOCATED);
    }

    @Test
    void aFolderOfEightGigabytes() throws IOException {
        Files.writeString(folder.resolve("config.json"), SmallFolder.CONFIG);
        sparse(
                "model.safetensors",
                SmallFolder.file(
                        "{\"model.embed_tokens.weight\":{\"dtype\":\"F16\",\"shape\":[%d,%d],\"data_offsets\":[0,%d]}}"
                                .formatted(ROWS, COLUMNS, BYTES),
                        0));
        long before = THREADS.getCurrentThreadAllocatedBytes();
        try (HuggingFaceFolder opened = HuggingFaceFolder.open(folder)) {
            assertLargeAndMapped(opened.get("token_embd.weight"));
        }
        assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(MOST_ALLOCATED);
    }

    private static void assertLargeAndMapped(Tensor tensor) {
        assertThat(tensor.data().byteSize()).isEqualTo(BYTES);
        assertThat(tensor.data().isMapped()).isTrue();
    }

    private Path sparse(String name, byte[] header) throws IOException {
        Path file = folder.resolve(name);
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, StandardOpenOption.SPARSE)) {
            channel.write(ByteBuffer.wrap(header));
            channel.write(ByteBuffer.allocate(1), header.length + BYTES - 1);
        }
        return file;
    }
}
