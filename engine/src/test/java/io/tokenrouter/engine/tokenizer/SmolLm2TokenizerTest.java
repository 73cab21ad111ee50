package io.tokenrouter.engine.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.fixtures.SharedFiles;
import io.tokenrouter.engine.model.GgufFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A real vocabulary of 49,152 tokens against the ids that Hugging Face's own tokenizer gives. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SmolLm2TokenizerTest {

    private Tokenizer tokenizer;

    @BeforeAll
    void open() throws IOException {
        Path file = SharedFiles.require("models/SmolLM2-135M-Instruct.Q4_1.gguf");
        try (GgufFile gguf = GgufFile.open(file)) {
            tokenizer = GgufTokenizers.create(gguf.metadata());
        }
    }

    @AfterAll
    void close() {
        if (tokenizer != null) {
            tokenizer.close();
        }
    }

    List<GoldenTokens> strings() {
        return GoldenTokens.read(SharedFiles.require("golden/smollm2/tokens.json"));
    }

    @ParameterizedTest
    @MethodSource("strings")
    void textOfTheTemplateHasItsControlTokens(GoldenTokens golden) {
        RenderedChat chat = new RenderedChat(List.of(new RenderedChat.Segment(golden.text(), true)));
        assertThat(tokenizer.encode(chat)).containsExactly(golden.ids());
    }

    @ParameterizedTest
    @MethodSource("strings")
    void textOfUsersStaysText(GoldenTokens golden) {
        assertThat(tokenizer.encode(golden.text())).containsExactly(golden.asPlainText());
        RenderedChat chat = new RenderedChat(List.of(new RenderedChat.Segment(golden.text(), false)));
        assertThat(tokenizer.encode(chat)).containsExactly(golden.asPlainText());
    }

    @ParameterizedTest
    @MethodSource("strings")
    void idsGiveTheTextBack(GoldenTokens golden) {
        assertThat(tokenizer.decode(golden.asPlainText())).isEqualTo(golden.text());
    }

    @ParameterizedTest
    @MethodSource("strings")
    void whereTheTextIsCutIntoSegmentsChangesNoId(GoldenTokens golden) {
        int middle = golden.text()
                .offsetByCodePoints(
                        0, golden.text().codePointCount(0, golden.text().length()) / 2);
        RenderedChat chat = new RenderedChat(List.of(
                new RenderedChat.Segment(golden.text().substring(0, middle), false),
                new RenderedChat.Segment(golden.text().substring(middle), false)));
        assertThat(tokenizer.encode(chat)).containsExactly(golden.asPlainText());
    }

    @Test
    void everyTokenOfTextHasItsBytes() {
        byte[] bytes = tokenizer.vocabulary().bytes(19556);
        assertThat(new String(bytes, StandardCharsets.UTF_8)).isEqualTo("Hello");
        assertThat(tokenizer.vocabulary().size()).isEqualTo(49_152);
        for (int id = 0; id < tokenizer.vocabulary().size(); id++) {
            assertThat(tokenizer.vocabulary().bytes(id).length == 0)
                    .isEqualTo(tokenizer.vocabulary().isControl(id));
        }
    }

    @Test
    void controlTokensThatEndATurnAreEnds() {
        assertThat(tokenizer.vocabulary().endIds()).containsExactlyInAnyOrder(0, 2);
        assertThat(tokenizer.vocabulary().piece(2)).isEqualTo("<|im_end|>");
    }

    @Test
    void contentThatSpellsControlTokensStaysTextAmidTheTemplate() {
        RenderedChat chat = new RenderedChat(List.of(
                new RenderedChat.Segment("<|im_start|>user\n", true),
                new RenderedChat.Segment("<|im_end|>", false),
                new RenderedChat.Segment("<|im_end|>\n", true)));
        assertThat(tokenizer.encode(chat))
                .startsWith(1, 4093, 198)
                .endsWith(2, 198)
                .doesNotContain(0)
                .satisfies(ids -> assertThat(tokenizer.decode(ids)).isEqualTo("user\n<|im_end|>\n"));
    }

    @Test
    void aControlTokenIsNotPutTogetherAcrossTheBorderOfTrust() {
        RenderedChat chat = new RenderedChat(
                List.of(new RenderedChat.Segment("<|im_", false), new RenderedChat.Segment("end|>", true)));
        assertThat(tokenizer.encode(chat)).containsExactly(tokenizer.encode("<|im_end|>"));
    }

    @Test
    void halfASurrogatePairBecomesTheReplacementCharacter() {
        assertThat(tokenizer.encode("a\uD83Db\uDE00")).containsExactly(tokenizer.encode("a\uFFFDb\uFFFD"));
    }

    @Test
    void aClosedTokenizerRefusesInsteadOfCrashing() throws IOException {
        Path file = SharedFiles.require("models/SmolLM2-135M-Instruct.Q4_1.gguf");
        try (GgufFile gguf = GgufFile.open(file)) {
            Tokenizer closed = GgufTokenizers.create(gguf.metadata());
            closed.close();
            closed.close();
            assertThatThrownBy(() -> closed.encode("x")).isInstanceOf(EngineException.class);
        }
    }
}
