package io.tokenrouter.engine.tokenizer;

import io.tokenrouter.engine.fixtures.SharedFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Folders of real models against the ids and texts of Hugging Face's own tokenizers. */
class HuggingFaceTokenizersTest {

    private static final int NONE = -1;

    /** Ends in a control token that is part of what a model says, and is decoded here. */
    private static final String CALLS_A_TOOL = "Mistral text";

    private static final String CALL = "[TOOL_CALLS]";

    /** Has DeepSeek's marks of who speaks. Its file does not call them special, but users must not write them. */
    private static final String SPEAKERS = "DeepSeek text";

    @ParameterizedTest
    @CsvSource({"qwen3, -1", "mistral, 1", "mistral-nemo, -1", "deepseek-v3, 0", "gemma4, -1", "phi3, 1"})
    void givesTheSameIdsAndTextsOfStringsAndConversations(String family, int begin, @TempDir Path folder)
            throws IOException {
        Path strings = SharedFiles.require("golden/tokenizers/" + family + "/tokens.json");
        SoftAssertions softly = new SoftAssertions();
        try (Tokenizer tokenizer = HuggingFaceFolders.tokenizer(HuggingFaceFolders.unpack(family, folder))) {
            for (GoldenTokens golden : GoldenTokens.read(strings)) {
                String name = golden.name();
                RenderedChat chat = new RenderedChat(List.of(new RenderedChat.Segment(golden.text(), true)));
                softly.assertThat(tokenizer.encode(chat))
                        .as("%s: template", name)
                        .containsExactly(begun(begin, golden.ids()));
                if (family.equals("deepseek-v3") && name.equals(SPEAKERS)) {
                    softly.assertThat(Arrays.stream(tokenizer.encodeContinuation(golden.text())))
                            .noneMatch(tokenizer.vocabulary()::isControl);
                    continue;
                }
                softly.assertThat(tokenizer.encode(golden.text()))
                        .as("%s: text", name)
                        .containsExactly(withBegin(begin, golden.asPlainText()));
                boolean called = name.equals(CALLS_A_TOOL)
                        && tokenizer.vocabulary().isControl(golden.ids()[golden.ids().length - 1]);
                softly.assertThat(tokenizer.decode(golden.ids()))
                        .as("%s: decoded", name)
                        .isEqualTo(golden.withoutSpecial() + (called ? CALL : ""));
            }
            GoldenChats.hold(family, folder, tokenizer, softly);
        }
        softly.assertAll();
    }

    /** With a begin token unless the text has one. Hugging Face's own would put two there. */
    private static int[] begun(int begin, int[] ids) {
        return ids.length > 0 && ids[0] == begin ? ids : withBegin(begin, ids);
    }

    private static int[] withBegin(int begin, int[] ids) {
        return begin == NONE
                ? ids
                : IntStream.concat(IntStream.of(begin), Arrays.stream(ids)).toArray();
    }
}
