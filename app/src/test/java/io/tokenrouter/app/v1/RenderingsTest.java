package io.tokenrouter.app.v1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenrouter.app.serving.ServedPair;
import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.tokenizer.ChatTemplate;
import io.tokenrouter.engine.tokenizer.RenderedChat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class RenderingsTest {

    private static final Function<ChatTemplate, RenderedChat> RENDERER =
            template -> template.render(List.of(), List.of(), Map.of());

    private final LetterTokenizer tokenizer = new LetterTokenizer();

    /** Writes its own source. */
    private record Says(String source) implements ChatTemplate {
        @Override
        public RenderedChat render(
                List<Map<String, Object>> messages, List<Map<String, Object>> tools, Map<String, Object> arguments) {
            if (source.isEmpty()) {
                throw EngineException.invalid("messages", "no such conversations");
            }
            return new RenderedChat(List.of(new RenderedChat.Segment(source, true)));
        }
    }

    private Map<String, int[]> renderings(ChatTemplate small, ChatTemplate large) {
        return renderings(Set.of("small", "large"), small, large);
    }

    private Map<String, int[]> renderings(Set<String> templates, ChatTemplate small, ChatTemplate large) {
        ServedPair pair = new ServedPair("p", 0, "s", "l", Catalogs.PAIR_POLICY, tokenizer, small, 64, large);
        return Renderings.of(pair, templates, tokenizer.encode(RENDERER.apply(small)), RENDERER);
    }

    @Test
    void eachModelHasTheConversationInItsOwnTemplate() {
        Map<String, int[]> both = renderings(new Says("a:"), new Says("assistant:"));
        assertThat(both).containsOnlyKeys("small", "large");
        assertThat(both.get("small")).isEqualTo(tokenizer.encode("a:"));
        assertThat(both.get("large")).isEqualTo(tokenizer.encode("assistant:"));
    }

    @Test
    void whatNoPolicyShowsIsNotRendered() {
        assertThat(renderings(Set.of(), new Says("a:"), new Says("assistant:"))).isEmpty();
    }

    @Test
    void aConversationThatIsHopelesslyLongInTheOtherTemplateIsRefused() {
        assertThatThrownBy(() -> renderings(new Says("a:"), new Says("x".repeat(1_000))))
                .isInstanceOf(ApiException.class)
                .hasMessageContaining("maximum context length is 64 tokens");
    }

    @Test
    void aTemplateThatRefusesTheConversationRefusesOnlyWhoNeedsIt() {
        assertThat(renderings(new Says("a:"), new Says(""))).containsOnlyKeys("small");
        assertThat(renderings(new Says("a:"), new Silent())).containsOnlyKeys("small");
    }

    @Test
    void aTemplateThatWritesNothingIsNoPrompt() {
        ServedPair pair =
                new ServedPair("p", 0, "s", "l", Catalogs.PAIR_POLICY, tokenizer, new Silent(), 64, new Says("a:"));
        assertThatThrownBy(() -> Renderings.own(pair, RENDERER.apply(new Silent())))
                .isInstanceOf(ApiException.class)
                .hasMessageContaining("writes nothing");
        assertThat(Renderings.own(pair, RENDERER.apply(new Says("a:")))).isEqualTo(tokenizer.encode("a:"));
    }

    /** Writes nothing. */
    private record Silent() implements ChatTemplate {
        @Override
        public String source() {
            return "";
        }

        @Override
        public RenderedChat render(
                List<Map<String, Object>> messages, List<Map<String, Object>> tools, Map<String, Object> arguments) {
            return new RenderedChat(List.of());
        }
    }
}
