package io.tokenrouter.engine.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tokenrouter.engine.tensor.TensorFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every number in a header is somebody else's claim. */
class HostileGgufTest {

    @TempDir
    Path folder;

    @Test
    void aSoundFileIsRead() {
        GgufContent content = SmallGguf.parse(SmallGguf.sound());
        assertThat(content.metadata().keys()).hasSize(6);
        assertThat(content.tensors()).hasSize(3);
        assertThat(content.tensors().get("blk.0.attn_q.weight").rows()).isEqualTo(2);
    }

    @Test
    void refusesOtherFilesAndVersions() throws IOException {
        refused(new byte[0]).withMessageContaining("not a GGUF file");
        refused("PK34 something else".getBytes()).withMessageContaining("not a GGUF file");
        refused(SmallGguf.start(1, 0, 0).bytes(0)).withMessageContaining("GGUF version 1");
        refused(SmallGguf.start(4, 0, 0).bytes(0)).withMessageContaining("GGUF version 4");
        refused(SmallGguf.start(3 << 24, 0, 0).bytes(0)).withMessageContaining("big-endian");
        Path empty = Files.createFile(folder.resolve("empty.gguf"));
        assertThatExceptionOfType(ModelFormatException.class).isThrownBy(() -> GgufFile.open(empty));
        assertThatExceptionOfType(ModelFormatException.class)
                .isThrownBy(() -> GgufFile.open(folder))
                .withMessageContaining("not a regular file");
    }

    @Test
    void refusesCountsThatNoFileHolds() {
        for (long count : new long[] {-1, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 40, 70_000}) {
            refused(SmallGguf.start(3, 0, count).bytes(0)).withMessageContaining("metadata keys");
            refused(SmallGguf.start(3, count, 0).bytes(0)).withMessageContaining("tensors");
        }
        for (long count : new long[] {-1, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 40, 1 << 25, 1000}) {
            refused(SmallGguf.start(3, 0, 1).arrayHeader("a.b", 4, count).bytes(64))
                    .withMessageContaining("a.b");
            refused(SmallGguf.start(3, 0, 1).arrayHeader("a.b", 8, count).bytes(64))
                    .withMessageContaining("a.b");
        }
    }

    @Test
    void refusesLengthsBeyondTheFile() {
        for (long length : new long[] {-1, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 33, 60_000}) {
            refused(SmallGguf.start(3, 0, 1).lyingString(length, "key").bytes(64))
                    .withMessageContaining("metadata key 0");
            refused(SmallGguf.start(3, 0, 1)
                            .keyOnly("a.b", 8)
                            .lyingString(length, "x")
                            .bytes(64))
                    .withMessageContaining("a.b");
            refused(SmallGguf.start(3, 1, 0).lyingString(length, "x").bytes(64)).withMessageContaining("tensor 0");
        }
    }

    @Test
    void refusesUnknownTypesAndEndlessNesting() {
        refused(SmallGguf.start(3, 0, 1).keyOnly("a.b", 13).bytes(64))
                .withMessageContaining("a.b")
                .withMessageContaining("type 13");
        refused(SmallGguf.start(3, 0, 1).keyOnly("a.b", -1).bytes(64)).withMessageContaining("4294967295");
        SmallGguf nested = SmallGguf.start(3, 0, 1).arrayHeader("a.b", 9, 1);
        for (int i = 0; i < 1000; i++) {
            nested.int64(9 | 1L << 32).int64(0);
        }
        refused(nested.bytes(64)).withMessageContaining("a.b");
    }

    @Test
    void refusesWhatIsThereTwice() {
        refused(SmallGguf.start(3, 0, 2).uint32("a.b", 1).uint32("a.b", 1).bytes(0))
                .withMessageContaining("a.b is there twice");
        refused(SmallGguf.start(3, 2, 0)
                        .tensor("t", TensorFormat.F32, 0, 8)
                        .tensor("t", TensorFormat.F32, 32, 8)
                        .bytes(64))
                .withMessageContaining("tensor t is there twice");
    }

    @Test
    void refusesTensorsOutsideTheFile() {
        for (long offset : new long[] {64, 32L << 40, Long.MAX_VALUE - 31}) {
            refused(SmallGguf.start(3, 1, 0)
                            .tensor("t", TensorFormat.F32, offset, 8)
                            .bytes(64))
                    .withMessageContaining("tensor t does not lie inside the file");
        }
        refused(SmallGguf.start(3, 1, 0).tensor("t", TensorFormat.F32, 0, 17).bytes(64))
                .withMessageContaining("tensor t does not lie inside the file");
        refused(SmallGguf.start(3, 1, 0)
                        .tensor("t", TensorFormat.F32, 0, Integer.MAX_VALUE, Integer.MAX_VALUE)
                        .bytes(64))
                .withMessageContaining("tensor t");
        refused(SmallGguf.start(3, 1, 0).tensor("t", TensorFormat.F32, 7, 8).bytes(64))
                .withMessageContaining("alignment");
        refused(SmallGguf.start(3, 1, 0).tensor("t", TensorFormat.F32, -32, 8).bytes(64))
                .withMessageContaining("tensor t");
    }

    @Test
    void refusesTensorsThatOverlap() {
        refused(SmallGguf.start(3, 2, 0)
                        .tensor("first", TensorFormat.F32, 0, 9)
                        .tensor("second", TensorFormat.F32, 32, 8)
                        .bytes(64))
                .withMessageContaining("second overlaps the tensor first");
    }

    @Test
    void refusesShapesThatAreNone() {
        for (long size : new long[] {0, -1, 1L << 32, Long.MIN_VALUE}) {
            refused(SmallGguf.start(3, 1, 0)
                            .tensor("t", TensorFormat.F32, 0, size)
                            .bytes(64))
                    .withMessageContaining("tensor t has a dimension");
        }
        refused(SmallGguf.start(3, 1, 0).tensor("t", TensorFormat.F32, 0).bytes(64))
                .withMessageContaining("0 dimensions");
        refused(SmallGguf.start(3, 1, 0)
                        .tensor("t", TensorFormat.F32, 0, 1, 1, 1, 1, 1)
                        .bytes(64))
                .withMessageContaining("5 dimensions");
        refused(SmallGguf.start(3, 1, 0)
                        .tensor("t", TensorFormat.F32, 0, 2, 2, 2)
                        .bytes(64))
                .withMessageContaining("no vector or matrix");
        refused(SmallGguf.start(3, 1, 0).tensor("t", TensorFormat.Q4_0, 0, 33).bytes(64))
                .withMessageContaining("tensor t")
                .withMessageContaining("blocks of 32");
    }

    @Test
    void namesTheFormatThatIsNotSupported() {
        refused(SmallGguf.start(3, 1, 0)
                        .tensor("blk.0.ffn_down.weight", 39, 0, 256)
                        .bytes(256))
                .withMessageContaining("blk.0.ffn_down.weight is stored as MXFP4")
                .withMessageContaining("Q8_0");
        refused(SmallGguf.start(3, 1, 0).tensor("t", 999, 0, 256).bytes(256)).withMessageContaining("unknown type 999");
    }

    @Test
    void refusesAnAlignmentThatIsNone() {
        for (int alignment : new int[] {0, -1, 24, Integer.MIN_VALUE}) {
            refused(SmallGguf.start(3, 0, 1)
                            .uint32("general.alignment", alignment)
                            .bytes(0))
                    .withMessageContaining("general.alignment");
        }
        refused(SmallGguf.start(3, 0, 1).key("general.alignment", "32").bytes(0))
                .withMessageContaining("general.alignment")
                .withMessageContaining("not an integer");
    }

    @Test
    void keysOfAnotherTypeAreRefusedWhenAskedFor() {
        GgufMetadata metadata = SmallGguf.parse(SmallGguf.sound()).metadata();
        assertThatExceptionOfType(ModelFormatException.class)
                .isThrownBy(() -> metadata.integer("general.architecture", 0, 9))
                .withMessageContaining("general.architecture is STRING");
        assertThatExceptionOfType(ModelFormatException.class)
                .isThrownBy(() -> metadata.strings("tokenizer.ggml.token_type"))
                .withMessageContaining("an array of INT32");
        assertThatExceptionOfType(ModelFormatException.class)
                .isThrownBy(() -> metadata.integer("llama.block_count", 3, 9))
                .withMessageContaining("must be from 3 to 9");
        assertThatExceptionOfType(ModelFormatException.class)
                .isThrownBy(() -> metadata.string("no.such"))
                .withMessageContaining("no.such");
    }

    @Test
    void namesInMessagesStayOnOneShortLine() {
        refused(SmallGguf.start(3, 0, 2)
                        .uint32("evil\n\u001b[31m" + "x".repeat(9000), 1)
                        .uint32("evil\n\u001b[31m" + "x".repeat(9000), 1)
                        .bytes(0))
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(200).doesNotContain("\n", "\u001b"));
    }

    private static ThrowableAssertAlternative<ModelFormatException> refused(byte[] file) {
        return assertThatExceptionOfType(ModelFormatException.class).isThrownBy(() -> SmallGguf.parse(file));
    }
}
