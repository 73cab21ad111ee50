package io.tokenrouter.app.v1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenrouter.app.serving.Served;
import io.tokenrouter.app.serving.ServedPair;
import io.tokenrouter.engine.api.Vocabulary;
import io.tokenrouter.engine.tokenizer.RenderedChat;
import io.tokenrouter.engine.tokenizer.Tokenizer;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class FillInTheMiddleTest {

    private final FillTokens fills = new FillTokens();

    @Test
    void theSuffixComesBeforeTheMiddle() {
        RenderedChat prompt = fills.of(model("a", "<fim_prefix>", "<fim_middle>", "<fim_suffix>"))
                .between("def f(", "): <fim_middle>");
        assertThat(prompt.text()).isEqualTo("<fim_prefix>def f(<fim_suffix>): <fim_middle><fim_middle>");
        assertThat(prompt.segments())
                .extracting(RenderedChat.Segment::fromTemplate)
                .containsExactly(true, false, true, false, true);
    }

    @Test
    void aModelWithoutAllOfTheTokensIsRefused() {
        assertThatThrownBy(() -> fills.of(model("<fim_prefix>", "<fim_suffix>", "<|fim_middle|>")))
                .isInstanceOf(ApiException.class)
                .hasMessageContaining("'p' has no tokens to fill in the middle");
    }

    @Test
    void aVocabularyIsLookedThroughOnce() {
        AtomicInteger asked = new AtomicInteger();
        Served served = model(asked, "<fim_prefix>", "<fim_middle>", "<fim_suffix>");
        fills.of(served);
        fills.of(served);
        assertThat(asked).hasValue(3);
    }

    private static Served model(String... pieces) {
        return model(new AtomicInteger(), pieces);
    }

    private static Served model(AtomicInteger asked, String... pieces) {
        Vocabulary vocabulary = proxy(Vocabulary.class, (name, argument) -> {
            if (name.equals("size")) {
                return pieces.length;
            }
            asked.incrementAndGet();
            return pieces[(Integer) argument];
        });
        Tokenizer tokenizer = proxy(Tokenizer.class, (name, argument) -> vocabulary);
        return new ServedPair("p", 0, "s", "l", Catalogs.PAIR_POLICY, tokenizer, Catalogs.TEMPLATE, 64);
    }

    private interface Answers {
        Object of(String method, Object argument);
    }

    private static <T> T proxy(Class<T> type, Answers answers) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                List.of(type).toArray(Class[]::new),
                (self, method, arguments) -> switch (method.getName()) {
                    case "hashCode" -> System.identityHashCode(self);
                    case "equals" -> self == arguments[0];
                    default -> answers.of(method.getName(), arguments == null ? "" : arguments[0]);
                }));
    }
}
