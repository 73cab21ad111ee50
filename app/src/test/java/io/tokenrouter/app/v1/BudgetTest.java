package io.tokenrouter.app.v1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenrouter.engine.api.Vocabulary;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BudgetTest {

    private static final int CONTEXT = 100;

    /** One byte an id. */
    private final Vocabulary vocabulary = new LetterTokenizer().vocabulary();

    @Test
    void textThatCannotFitIsRefusedByItsLengthAlone() {
        assertThatThrownBy(() -> Budget.refuseHopeless("messages", 4_000_000, vocabulary, CONTEXT))
                .isInstanceOf(ApiException.class)
                .hasMessageContaining("at least 4000000 tokens")
                .hasMessageContaining("100");
    }

    @Test
    void textThatMayFitIsLeftToTheTokenizer() {
        assertThatCode(() -> Budget.refuseHopeless("messages", CONTEXT, vocabulary, CONTEXT))
                .doesNotThrowAnyException();
    }

    @Test
    void whiteSpaceThatTemplatesStripDoesNotCount() {
        var padded = List.<Map<String, Object>>of(Map.of("role", "user", "content", " \n".repeat(1000) + "hello"));

        assertThat(ChatMessages.characters(padded)).isEqualTo(5);
    }
}
