package io.tokenrouter.engine.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.StringJoiner;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing that a folder says of itself is believed. */
class HostileFolderTest {

    private static final String TENSOR =
            "\"model.norm.weight\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}";

    @TempDir
    Path folder;

    @BeforeEach
    void soundFolder() throws IOException {
        SmallFolder.sound(folder);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../secret.safetensors",
                "/etc/secret.safetensors",
                "deep/secret.safetensors",
                "deep\\\\secret.safetensors",
                "..",
                "",
                ".safetensors",
                "secret.bin",
                "a\\u0000b.safetensors",
            })
    void anIndexCannotLeaveTheFolder(String file) throws IOException {
        Files.delete(folder.resolve("model.safetensors"));
        Files.writeString(folder.resolve("model.safetensors.index.json"), "{\"weight_map\":{\"t\":\"" + file + "\"}}");
        refused().withMessageContaining("puts the tensor t into").withMessageContaining("this folder");
    }

    @Test
    void anIndexThatIsNoneIsRefused() throws IOException {
        Path index = folder.resolve("model.safetensors.index.json");
        Files.delete(folder.resolve("model.safetensors"));
        for (String json : new String[] {"{}", "{\"weight_map\":{}}", "{\"weight_map\":[\"a\"]}"}) {
            Files.writeString(index, json);
            refused().withMessageContaining("weight_map");
        }
        for (String json : new String[] {"", "[]", "null", "{", "{\"weight_map\":{\"a\":", "{\"a\":1,\"a\":2}"}) {
            Files.writeString(index, json);
            refused().withMessageContaining("model.safetensors.index.json");
        }
        Files.writeString(index, "{\"weight_map\":{\"t\":\"gone.safetensors\"}}");
        refused().withMessageContaining("gone.safetensors is missing");
    }

    /** Each file is within bounds, all of them are not. */
    @Test
    void headersOfManyFilesShareOneBound() throws IOException {
        Files.delete(folder.resolve("model.safetensors"));
        StringJoiner index = new StringJoiner(",", "{\"weight_map\":{", "}}");
        byte[] file = SmallFolder.file("{}" + " ".repeat(5 << 20), 0);
        for (int i = 0; i < 7; i++) {
            Files.write(folder.resolve(i + ".safetensors"), file);
            index.add("\"t" + i + "\":\"" + i + ".safetensors\"");
        }
        Files.writeString(folder.resolve("model.safetensors.index.json"), index.toString());
        refused().withMessageContaining("6.safetensors").withMessageContaining("longer than");
    }

    @Test
    void tensorsOfManyFilesShareOneBound() throws IOException {
        Files.delete(folder.resolve("model.safetensors"));
        StringJoiner index = new StringJoiner(",", "{\"weight_map\":{", "}}");
        for (int i = 0; i < 3; i++) {
            StringJoiner header = new StringJoiner(",", "{", "}");
            for (int j = 0; j < 30_000; j++) {
                header.add("\"%d-%d\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[0,0]}".formatted(i, j));
            }
            Files.write(folder.resolve(i + ".safetensors"), SmallFolder.file(header.toString(), 0));
            index.add("\"" + i + "-0\":\"" + i + ".safetensors\"");
        }
        Files.writeString(folder.resolve("model.safetensors.index.json"), index.toString());
        refused().withMessageContaining("2.safetensors").withMessageContaining("more than 65536 tensors");
    }

    @Test
    void anIndexThatNamesAnotherFileIsRefused() throws IOException {
        Files.delete(folder.resolve("model.safetensors"));
        SmallFolder.sharded(folder);
        Path index = folder.resolve("model.safetensors.index.json");
        Files.writeString(index, Files.readString(index).replace("\"lm_head.weight\": \"b", "\"lm_head.weight\": \"a"));
        refused().withMessageContaining("a.safetensors has no tensor lm_head.weight");
    }

    @Test
    void aTensorInTwoFilesIsRefused() throws IOException {
        Files.delete(folder.resolve("model.safetensors"));
        SmallFolder.sharded(folder);
        Files.write(folder.resolve("b.safetensors"), SmallFolder.safetensors(SmallFolder.shapes()));
        refused().withMessageContaining("b.safetensors: tensor model.embed_tokens.weight is there twice");
    }

    @Test
    void onlyRegularFilesAreRead() throws IOException {
        Path weights = folder.resolve("model.safetensors");
        Files.delete(weights);
        Files.createDirectory(weights);
        refused().withMessageContaining("model.safetensors is missing, or not a regular file");
        Files.delete(weights);
        Files.createSymbolicLink(weights, folder.resolve("nowhere"));
        refused().withMessageContaining("model.safetensors");
        Files.delete(folder.resolve("config.json"));
        Files.createDirectory(folder.resolve("config.json"));
        refused().withMessageContaining("has no config.json");
    }

    @Test
    void saysWhatAFolderHoldsInstead() throws IOException {
        Files.move(folder.resolve("model.safetensors"), folder.resolve("pytorch_model.bin"));
        refused().withMessageContaining("pytorch_model.bin is not supported");
    }

    @Test
    void aConfigIsSmallAndShallow() throws IOException {
        Path config = folder.resolve("config.json");
        for (String json :
                new String[] {"", "[]", "1", "{\"a\"", "{\"model_type\": \"llama\", \"model_type\": \"phi3\"}"}) {
            Files.writeString(config, json);
            refused().withMessageContaining("config.json");
        }
        Files.writeString(config, "{\"a\":" + "[".repeat(200_000) + "]".repeat(200_000) + "}");
        refused().withMessageContaining("config.json cannot be used");
        Files.writeString(config, "{\"a\":\"" + "x".repeat(2 << 20) + "\"}");
        refused().withMessageContaining("config.json has 2097160 bytes");
    }

    @Test
    void namesAnArchitectureThatIsNotSupported() throws IOException {
        Files.writeString(folder.resolve("config.json"), SmallFolder.CONFIG.replace("\"llama\"", "\"mamba2\""));
        refused().withMessageContaining("mamba2").withMessageContaining("llama");
    }

    @Test
    void headersThatAreNone() throws IOException {
        for (long length : new long[] {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 40, 5000}) {
            byte[] file = ByteBuffer.allocate(100)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(length)
                    .array();
            weights(file);
            refused().withMessageContaining("model.safetensors: this is no safetensors file");
        }
        for (byte[] file : new byte[][] {{}, {1, 2, 3}}) {
            weights(file);
            refused().withMessageContaining("too short");
        }
        for (String header :
                new String[] {"[]", "1 ", "null", "\"x\"", "{} {}", "{}x", "{\"__metadata__\":{}", "{\"a\" 1}"}) {
            weights(SmallFolder.file(header, 8));
            refused().withMessageContaining("header");
        }
        weights(SmallFolder.file("{\"a\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}", 8));
        refused().withMessageContaining("tensor a is not described");
        weights(SmallFolder.file("{\"__metadata__\":{\"a\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}}", 8));
        refused().withMessageContaining("not JSON");
    }

    @Test
    void aLongHeaderIsRefusedUnread() throws IOException {
        byte[] file = new byte[(32 << 20) + 1000];
        Arrays.fill(file, (byte) ' ');
        ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).putLong((32 << 20) + 1);
        weights(file);
        refused().withMessageContaining("longer than");
    }

    @Test
    void tensorsOutsideTheFile() throws IOException {
        for (String offsets : new String[] {
            "[0,16]", "[8,4]", "[9223372036854775800,9223372036854775807]", "[4,12]", "[0]", "[]", "{}", "null", "7",
        }) {
            header(TENSOR.replace("[0,8]", offsets), 8);
            refused().withMessageContaining("tensor model.norm.weight is not within the file");
        }
        for (String offsets : new String[] {"[-8,8]", "[0,1e1]", "[0,18446744073709551616]", "[[0],8]", "[\"0\",8]"}) {
            header(TENSOR.replace("[0,8]", offsets), 8);
            refused().withMessageContaining("tensor model.norm.weight has an offset");
        }
    }

    @Test
    void shapesThatDoNotFitTheirBytes() throws IOException {
        for (String shape : new String[] {"[3]", "[2,2]", "[1]", "[2147483647,2147483647]", "[1073741825]"}) {
            header(TENSOR.replace("[2]", shape), 8);
            refused().withMessageContaining("tensor model.norm.weight has 8 bytes");
        }
        for (String shape : new String[] {"[0]", "[4294967298]", "[4294967298,1]", "[-2]", "[2.0]"}) {
            header(TENSOR.replace("[2]", shape), 8);
            refused().withMessageContaining("tensor model.norm.weight has a size");
        }
        for (String shape : new String[] {"[]", "[1,1,2]", "null"}) {
            header(TENSOR.replace("[2]", shape), 8);
            refused().withMessageContaining("no vector or matrix");
        }
        header(TENSOR.replace("[2]", "[1,1,1,1,1,1,1,1,2]"), 8);
        refused().withMessageContaining("more than 8 dimensions");
    }

    @Test
    void tensorsThatOverlapOrAreThereTwice() throws IOException {
        header(TENSOR + "," + TENSOR.replace("model.norm", "lm_head").replace("[0,8]", "[4,12]"), 16);
        refused().withMessageContaining("tensor lm_head.weight overlaps the tensor model.norm.weight");
        header(TENSOR + "," + TENSOR.replace("[0,8]", "[8,16]"), 16);
        refused().withMessageContaining("tensor model.norm.weight is there twice");
        header(TENSOR + "," + TENSOR.replace("model.norm", "norm").replace("[0,8]", "[8,16]"), 16);
        refused().withMessageContaining("tensor norm.weight is there twice");
    }

    @Test
    void namesTheFormatThatIsNotSupported() throws IOException {
        header(TENSOR.replace("F32", "F8_E4M3"), 8);
        refused()
                .withMessageContaining("tensor model.norm.weight is stored as F8_E4M3")
                .withMessageContaining("BF16");
    }

    @Test
    void theShapesThatTheConfigAsksFor() throws IOException {
        weights(SmallFolder.safetensors(java.util.Map.of("model.norm.weight", new int[] {8})));
        try (HuggingFaceFolder model = HuggingFaceFolder.open(folder)) {
            assertThatExceptionOfType(ModelFormatException.class)
                    .isThrownBy(model::config)
                    .withMessageContaining("token_embd.weight");
        }
        Files.writeString(
                folder.resolve("config.json"), SmallFolder.CONFIG.replace("\"vocab_size\": 6", "\"vocab_size\": 7"));
        weights(SmallFolder.safetensors(SmallFolder.shapes()));
        try (HuggingFaceFolder model = HuggingFaceFolder.open(folder)) {
            assertThatExceptionOfType(ModelFormatException.class)
                    .isThrownBy(model::config)
                    .withMessageContaining("token_embd.weight is 6 x 8");
        }
    }

    @Test
    void namesInMessagesStayOnOneShortLine() throws IOException {
        header("\"evil\\n\\u001b[31m" + "x".repeat(9000) + "\":{\"data_offsets\":[9,1]}", 8);
        refused().satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(300).doesNotContain("\n", "\u001b"));
    }

    private void header(String entries, int data) throws IOException {
        weights(SmallFolder.file("{" + entries + "}", data));
    }

    private void weights(byte[] file) throws IOException {
        Files.write(folder.resolve("model.safetensors"), file);
    }

    private ThrowableAssertAlternative<ModelFormatException> refused() {
        return assertThatExceptionOfType(ModelFormatException.class)
                .isThrownBy(() -> HuggingFaceFolder.open(folder).close());
    }
}
