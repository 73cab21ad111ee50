package io.tokenrouter.engine.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tokenrouter.engine.tensor.Tensor;
import io.tokenrouter.engine.tensor.TensorFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HuggingFaceFolderTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void tensorsHaveTheNamesOfGguf(boolean sharded) throws IOException {
        Path path = sharded ? SmallFolder.sharded(folder) : SmallFolder.sound(folder);
        try (HuggingFaceFolder model = HuggingFaceFolder.open(path)) {
            assertThat(model.tensors())
                    .extracting(Tensor::name)
                    .containsExactly(
                            "token_embd.weight",
                            "blk.0.attn_norm.weight",
                            "blk.0.attn_q.weight",
                            "blk.0.attn_k.weight",
                            "blk.0.attn_v.weight",
                            "blk.0.attn_output.weight",
                            "blk.0.ffn_norm.weight",
                            "blk.0.ffn_gate.weight",
                            "blk.0.ffn_up.weight",
                            "blk.0.ffn_down.weight",
                            "output_norm.weight",
                            "output.weight");
            Tensor keys = model.get("blk.0.attn_k.weight");
            assertThat(keys.format()).isEqualTo(TensorFormat.BF16);
            assertThat(keys.rows()).isEqualTo(4);
            assertThat(keys.columns()).isEqualTo(8);
            assertThat(keys.data().isMapped()).isTrue();
            assertThat(model.config().vocabularySize()).isEqualTo(6);
            assertThat(model.bytes()).isGreaterThan(2 * 6 * 8);
            assertThat(model.path()).isEqualTo(folder);
        }
    }

    @Test
    void linksToFilesElsewhereAreFollowedAsAHubsCacheHasThem() throws IOException {
        Path blobs = SmallFolder.sound(folder.resolve("blobs"));
        Path snapshot = Files.createDirectory(folder.resolve("snapshot"));
        for (String file : List.of("config.json", "model.safetensors")) {
            Files.createSymbolicLink(snapshot.resolve(file), blobs.resolve(file));
        }
        try (HuggingFaceFolder model = HuggingFaceFolder.open(snapshot)) {
            assertThat(model.config().hiddenSize()).isEqualTo(8);
        }
    }

    @Test
    void aSharedMatrixThatIsStoredTwiceIsOneOutput() throws IOException {
        SmallFolder.sound(folder);
        Files.writeString(
                folder.resolve("config.json"),
                SmallFolder.CONFIG.replace("\"tie_word_embeddings\": false", "\"tie_word_embeddings\": true"));
        try (HuggingFaceFolder model = HuggingFaceFolder.open(folder)) {
            assertThat(model.config().tiedEmbeddings()).isTrue();
            assertThat(model.find("output.weight")).isNull();
        }
    }

    @Test
    void storedFrequenciesOfTheRotationAreLeftOut() throws IOException {
        Map<String, int[]> shapes = SmallFolder.shapes();
        shapes.put("model.layers.0.self_attn.rotary_emb.inv_freq", new int[] {2});
        SmallFolder.sound(folder);
        Files.write(folder.resolve("model.safetensors"), SmallFolder.safetensors(shapes));
        try (HuggingFaceFolder model = HuggingFaceFolder.open(folder)) {
            assertThat(model.config().layers()).isEqualTo(1);
        }
    }

    @Test
    void aTensorThatTheModelDoesNotHaveIsNamedAsTheFileNamesIt() throws IOException {
        Map<String, int[]> shapes = SmallFolder.shapes();
        shapes.put("model.layers.0.mlp.experts.3.up_proj.weight", new int[] {8, 4});
        SmallFolder.sound(folder);
        Files.write(folder.resolve("model.safetensors"), SmallFolder.safetensors(shapes));
        assertThatExceptionOfType(ModelFormatException.class)
                .isThrownBy(() -> HuggingFaceFolder.open(folder))
                .withMessageContaining("model.layers.0.mlp.experts.3.up_proj.weight");
    }

    @Test
    void isClosedOnce() throws IOException {
        HuggingFaceFolder model = HuggingFaceFolder.open(SmallFolder.sound(folder));
        Tensor norm = model.get("output_norm.weight");
        model.close();
        assertThat(norm.data().scope().isAlive()).isFalse();
    }
}
