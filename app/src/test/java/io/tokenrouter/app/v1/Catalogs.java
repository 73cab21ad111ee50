package io.tokenrouter.app.v1;

import io.tokenrouter.app.serving.Served;
import io.tokenrouter.app.serving.ServedModel;
import io.tokenrouter.app.serving.ServedPair;
import io.tokenrouter.app.serving.ServedPolicy;
import io.tokenrouter.app.serving.ServingCatalog;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.catalog.ModelDescription;
import io.tokenrouter.engine.model.AttentionConfig;
import io.tokenrouter.engine.model.AttentionConfig.HeadNorm;
import io.tokenrouter.engine.model.AttentionConfig.Layer;
import io.tokenrouter.engine.model.GateActivation;
import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.model.NormConfig;
import io.tokenrouter.engine.model.RopeConfig;
import io.tokenrouter.engine.model.RopeScaling;
import io.tokenrouter.engine.tokenizer.ChatTemplate;
import io.tokenrouter.engine.tokenizer.RenderedChat;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A pair {@code duo} of {@code small} and {@code large}, context 200, and a registered policy {@code careful}. */
final class Catalogs {

    static final int CONTEXT = 200;

    static final ServedPolicy PAIR_POLICY =
            new ServedPolicy("everyday", 3, new PolicySpec("uncertainty", Map.of("metric", "entropy", "enter", 0.2)));
    static final ServedPolicy CAREFUL =
            new ServedPolicy("careful", 2, new PolicySpec("uncertainty", Map.of("metric", "top1", "enter", 0.9)));

    /** {@code role:content;} for every message, then {@code assistant:}. */
    static final ChatTemplate TEMPLATE = (messages, tools, arguments) -> {
        StringBuilder text = new StringBuilder();
        for (Map<String, Object> message : messages) {
            text.append(message.get("role"))
                    .append(':')
                    .append(message.get("content"))
                    .append(';');
        }
        return new RenderedChat(List.of(new RenderedChat.Segment(text + "assistant:", true)));
    };

    /** The same for a model that knows tools, which stand first. Its calls have the format of this source. */
    static ChatTemplate withTools(String source) {
        return new ChatTemplate() {

            @Override
            public RenderedChat render(
                    List<Map<String, Object>> messages,
                    List<Map<String, Object>> tools,
                    Map<String, Object> arguments) {
                StringBuilder text = new StringBuilder(tools.isEmpty() ? "" : tools.size() + " tools;");
                for (Map<String, Object> message : messages) {
                    Object calls = message.getOrDefault("tool_calls", message.get("tool_call_id"));
                    text.append(calls == null ? "" : calls + ";");
                }
                String rest = TEMPLATE.render(messages, tools, arguments).text();
                return new RenderedChat(List.of(new RenderedChat.Segment(text + rest, true)));
            }

            @Override
            public String source() {
                return source;
            }
        };
    }

    private Catalogs() {}

    static ServingCatalog duo() {
        return duo(TEMPLATE);
    }

    /** The same with another template. */
    static ServingCatalog duo(ChatTemplate template) {
        LetterTokenizer tokenizer = new LetterTokenizer();
        ServedPair pair =
                new ServedPair("duo", 1_700_000_000L, "small", "large", PAIR_POLICY, tokenizer, template, CONTEXT);
        List<Served> all = List.of(pair, model("small", tokenizer, template), model("large", tokenizer, template));
        return new ServingCatalog() {

            @Override
            public List<Served> all() {
                return all;
            }

            @Override
            public Optional<Served> find(String id) {
                return all.stream().filter(served -> served.id().equals(id)).findFirst();
            }

            @Override
            public Optional<ServedPolicy> findPolicy(String name) {
                return Optional.of(CAREFUL).filter(policy -> policy.name().equals(name));
            }
        };
    }

    private static ServedModel model(String id, LetterTokenizer tokenizer, ChatTemplate template) {
        RopeConfig rope = new RopeConfig(10_000f, 16, new RopeScaling.None(), RopeConfig.Layout.HALVES);
        AttentionConfig attention = new AttentionConfig(
                4, 4, 16, 0.25f, 0, HeadNorm.NONE, Collections.nCopies(2, new Layer(Layer.UNLIMITED, rope)));
        NormConfig norms = new NormConfig(1e-5f, NormConfig.Placement.BEFORE, 0);
        ModelConfig config =
                new ModelConfig("llama", id, 257, 64, 192, 512, attention, norms, GateActivation.SILU, 1, 0, true);
        ModelDescription description = new ModelDescription(Path.of(id + ".gguf"), 1234, 5678, "Q8_0", 257, config);
        return new ServedModel(id, 1_700_000_000L, tokenizer, template, CONTEXT, description);
    }
}
