package io.tokenrouter.engine.tokenizer;

import io.tokenrouter.engine.fixtures.SharedFiles;
import io.tokenrouter.engine.tokenizer.template.GoldenConversation;
import io.tokenrouter.engine.tokenizer.template.HuggingFaceChatTemplates;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import org.assertj.core.api.SoftAssertions;

/** From messages to ids with nothing but a folder of a real model, against Hugging Face's own. */
final class GoldenChats {

    /** Has control tokens of some families in what the user says, which stay text here. */
    private static final String INJECTION = "special tokens in content";

    /** Rendered in another way, as the test of the templates says. */
    private static final Set<String> DIFFERENT = Set.of(
            "deepseek-v3 tool call with null content and string arguments", "gemma4 tool arguments that need escapes");

    private GoldenChats() {}

    /** @param folder that the tokenizer was made of */
    static void hold(String family, Path folder, Tokenizer tokenizer, SoftAssertions softly) throws IOException {
        ChatTemplate template = HuggingFaceChatTemplates.read(
                        folder, TokenizerConfig.read(folder), tokenizer.vocabulary())
                .orElseThrow();
        int compared = 0;
        for (GoldenConversation golden :
                GoldenConversation.read(SharedFiles.require("golden/tokenizers/" + family + "/chats.json"))) {
            int[] expected = golden.ids();
            if (expected == null
                    || !golden.isOfTheTemplate()
                    || golden.messages().isEmpty()
                    || DIFFERENT.contains(family + " " + golden.name())) {
                continue;
            }
            RenderedChat chat = template.render(golden.messages(), golden.tools(), golden.arguments());
            int[] ids = tokenizer.encode(chat);
            if (golden.name().equals(INJECTION) && controls(tokenizer, ids) < controls(tokenizer, expected)) {
                softly.assertThat(chat.text()).as(golden.name()).isEqualTo(golden.text());
            } else {
                softly.assertThat(ids).as(golden.name()).containsExactly(expected);
            }
            compared++;
        }
        softly.assertThat(compared).isGreaterThan(20);
    }

    private static long controls(Tokenizer tokenizer, int[] ids) {
        return Arrays.stream(ids)
                .filter(id -> tokenizer.vocabulary().isControl(id))
                .count();
    }
}
