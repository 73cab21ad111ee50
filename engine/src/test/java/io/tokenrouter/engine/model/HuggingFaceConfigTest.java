package io.tokenrouter.engine.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tokenrouter.engine.fixtures.SharedFiles;
import io.tokenrouter.engine.model.AttentionConfig.HeadNorm;
import io.tokenrouter.engine.model.AttentionConfig.Layer;
import io.tokenrouter.engine.model.NormConfig.Placement;
import io.tokenrouter.engine.model.RopeConfig.Layout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class HuggingFaceConfigTest {

    private static final JsonMapper JSON = JsonMapper.shared();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "llama",
                "llama-tied",
                "llama3-rope",
                "llama-linear-rope",
                "mistral",
                "qwen2",
                "qwen2-yarn",
                "qwen3",
                "gemma2",
                "gemma3",
                "smollm3",
                "phi3",
                "phi3-longrope",
                "olmo2"
            })
    void bothSpellingsSayTheSame(String family) {
        assertThat(golden(family, "config.json"))
                .usingRecursiveComparison()
                .isEqualTo(golden(family, "config.legacy.json"));
    }

    @Test
    void readsLlama2WithItsDefaults() {
        ModelConfig config = read("""
                {"model_type": "llama", "architectures": ["LlamaForCausalLM"], "vocab_size": 32000, "hidden_size": 4096,
                 "intermediate_size": 11008, "num_hidden_layers": 2, "num_attention_heads": 32,
                 "max_position_embeddings": 4096, "rms_norm_eps": 1e-05, "rope_scaling": null}""");
        assertThat(config.kvHeads()).isEqualTo(32);
        assertThat(config.headDim()).isEqualTo(128);
        assertThat(config.layers()).isEqualTo(2);
        assertThat(config.tiedEmbeddings()).isFalse();
        assertThat(config.norms()).isEqualTo(new NormConfig(1e-5f, Placement.BEFORE, 0));
        RopeConfig rope = new RopeConfig(10_000f, 128, new RopeScaling.None(), Layout.HALVES);
        assertThat(config.attention().layers()).containsOnly(new Layer(Layer.UNLIMITED, rope));
    }

    @Test
    void readsGemma3FromTheHubWhereMuchIsLeftOut() {
        ModelConfig config = read("""
                {"model_type": "gemma3_text", "vocab_size": 262144, "hidden_size": 1152, "intermediate_size": 6912,
                 "num_hidden_layers": 7, "num_attention_heads": 4, "num_key_value_heads": 1, "sliding_window": 512,
                 "max_position_embeddings": 32768, "query_pre_attn_scalar": 256, "rms_norm_eps": 1e-06}""");
        assertThat(config.headDim()).isEqualTo(256);
        assertThat(config.tiedEmbeddings()).isTrue();
        assertThat(config.attention().headNorm()).isEqualTo(HeadNorm.EACH_HEAD);
        assertThat(config.attention().scale()).isEqualTo(1 / 16f);
        assertThat(config.attention().layers().stream().map(Layer::window))
                .containsExactly(512, 512, 512, 512, 512, Layer.UNLIMITED, 512);
        assertThat(config.attention().ropes().stream().map(RopeConfig::theta)).containsExactly(1e4f, 1e6f);
    }

    @Test
    void yarnThatIsAddedByHandMakesTheContextLonger() {
        String qwen = """
                {"model_type": "qwen2", "vocab_size": 512, "hidden_size": 64, "intermediate_size": 128,
                 "num_hidden_layers": 1, "num_attention_heads": 4, "max_position_embeddings": %d,
                 "rope_scaling": {"type": "yarn", "factor": 4.0, "original_max_position_embeddings": 32768}}""";
        assertThat(read(qwen.formatted(32768)).contextLength()).isEqualTo(131_072);
        assertThat(read(qwen.formatted(200_000)).contextLength()).isEqualTo(200_000);
    }

    @Test
    void windowsOfQwenAreOnTheUpperLayersAndOnlyIfSaidSo() {
        String qwen = """
                {"model_type": "qwen2", "vocab_size": 512, "hidden_size": 64, "intermediate_size": 128,
                 "num_hidden_layers": 3, "num_attention_heads": 4, "max_position_embeddings": 512, "rms_norm_eps": 1e-6,
                 "sliding_window": 16, "max_window_layers": 2, "use_sliding_window": %s}""";
        assertThat(read(qwen.formatted("false")).attention().layers().stream().map(Layer::window))
                .containsOnly(Layer.UNLIMITED);
        assertThat(read(qwen.formatted("true")).attention().layers().stream().map(Layer::window))
                .containsExactly(Layer.UNLIMITED, Layer.UNLIMITED, 16);
    }

    /** With {@code no_rope_layers} and without {@code layer_types}. */
    @Test
    void windowsOfSmolLm3AreOnTheLayersThatDoNotRotate() {
        String smol = """
                {"model_type": "smollm3", "vocab_size": 512, "hidden_size": 64, "intermediate_size": 128,
                 "num_hidden_layers": 3, "num_attention_heads": 4, "max_position_embeddings": 512,
                 "no_rope_layers": [1, 0, 1], "sliding_window": 16, "max_window_layers": 0, "use_sliding_window": %s}""";
        assertThat(read(smol.formatted("false")).attention().layers().stream().map(Layer::window))
                .containsOnly(Layer.UNLIMITED);
        assertThat(read(smol.formatted("true")).attention().layers().stream().map(Layer::window))
                .containsExactly(Layer.UNLIMITED, 16, Layer.UNLIMITED);
    }

    @ParameterizedTest
    @CsvSource({"llama,1e-6", "qwen3,1e-6", "gemma2,1e-6", "smollm3,1e-6", "phi3,1e-5", "olmo2,1e-5"})
    void anEpsilonThatIsLeftOutIsThatOfTheFamily(String family, float epsilon) {
        assertThat(read("""
                {"model_type": "%s", "vocab_size": 512, "hidden_size": 64, "intermediate_size": 128, "sliding_window": null,
                 "num_hidden_layers": 1, "num_attention_heads": 4, "max_position_embeddings": 512, "head_dim": 16}""".formatted(family)).norms().epsilon()).isEqualTo(epsilon);
    }

    /** A factor of its own goes before the ratio of the contexts; of those the one beside the parameters counts. */
    @ParameterizedTest
    @CsvSource({"'\"factor\": 16,',16", "'',4", "'\"original_max_position_embeddings\": 999,',4"})
    void theAmplitudeOfLongRopeGoesByItsFactor(String given, double factor) {
        ModelConfig config = read("""
                {"model_type": "phi3", "vocab_size": 512, "hidden_size": 8, "intermediate_size": 128, "num_hidden_layers": 1,
                 "num_attention_heads": 2, "max_position_embeddings": 16384, "original_max_position_embeddings": 4096,
                 "rope_scaling": {"type": "longrope", %s "short_factor": [1, 1], "long_factor": [2, 2]}}""".formatted(given));
        assertThat(config.attention().ropes().getFirst().scaling())
                .isInstanceOfSatisfying(
                        RopeScaling.LongRope.class,
                        scaling -> assertThat(scaling.amplitude())
                                .isEqualTo((float) Math.sqrt(1 + Math.log(factor) / Math.log(4096))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            "model_type": "mixtral"                                   | mixtral is not supported; supported are llama, mistral
            "architectures": ["LlamaForSequenceClassification"]       | LlamaForSequenceClassification
            "quantization_config": {"quant_method": "gptq"}           | gptq
            "hidden_act": "relu"                                      | relu, which is not supported
            "rope_scaling": {"rope_type": "dynamic", "factor": 2.0}   | dynamic, which is not supported; supported are default, linear
            "rope_scaling": {"rope_type": "linear"}                   | rope_scaling: factor is missing
            "rope_scaling": {"rope_type": "linear", "factor": -1}     | factor must be a positive number
            "rope_scaling": 7                                         | rope_scaling is no object
            "num_key_value_heads": 3                                  | does not divide
            "num_hidden_layers": 100000                               | num_hidden_layers must be a whole number from 1 to 1024
            "hidden_size": "64"                                       | hidden_size must be a whole number
            "hidden_size": null                                       | hidden_size is missing
            "head_dim": 1000000                                       | are more than
            "partial_rotary_factor": 0.2                              | partial_rotary_factor
            "layer_types": ["full_attention"]                         | layer_types must be an array of 2 values
            "layer_types": ["full_attention", "linear_attention"]     | names linear_attention
            "layer_types": ["full_attention", "sliding_attention"]    | the model has no sliding_window
            """)
    void refusesNamingTheKey(String field, String reason) {
        String valid = """
                {"model_type": "llama", "vocab_size": 512, "hidden_size": 64, "intermediate_size": 128,
                 "num_hidden_layers": 2, "num_attention_heads": 4, "max_position_embeddings": 512, %s}""";
        assertThat(read(valid.formatted("\"head_dim\": 16")).headDim()).isEqualTo(16);
        assertThatExceptionOfType(ModelFormatException.class)
                .isThrownBy(() -> read(valid.formatted(field)))
                .withMessageContaining(reason);
    }

    @Test
    void refusesWhatIsNoObject() {
        assertThatExceptionOfType(ModelFormatException.class).isThrownBy(() -> read("[]"));
    }

    private static ModelConfig golden(String family, String file) {
        return HuggingFaceConfig.read(JSON.readTree(
                SharedFiles.require("golden/tiny/" + family + "/" + file).toFile()));
    }

    private static ModelConfig read(String json) {
        return HuggingFaceConfig.read(JSON.readTree(json));
    }
}
