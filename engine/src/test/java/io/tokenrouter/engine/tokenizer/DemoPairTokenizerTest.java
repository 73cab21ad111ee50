package io.tokenrouter.engine.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.fixtures.SharedFiles;
import io.tokenrouter.engine.model.GgufFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The files that ship against the definition that their models were trained with. */
class DemoPairTokenizerTest {

    @ParameterizedTest
    @ValueSource(strings = {"small", "large"})
    void givesTheIdsOfTheTrainingsTokenizer(String model) throws IOException {
        String definition = Files.readString(SharedFiles.require("demo-pair/" + model + "/tokenizer.json"));
        List<GoldenTokens> texts = GoldenTokens.read(SharedFiles.require("golden/smollm2/tokens.json"));
        try (GgufFile file = GgufFile.open(shipped(model));
                Tokenizer tokenizer = GgufTokenizers.create(file.metadata());
                HuggingFaceEncoder reference = new HuggingFaceEncoder(definition, 1)) {
            for (GoldenTokens golden : texts) {
                if (golden.text().contains("<|")) {
                    continue;
                }
                int[] expected = Arrays.stream(reference.encode(golden.text()))
                        .mapToInt(Math::toIntExact)
                        .toArray();
                assertThat(tokenizer.encode(golden.text())).as(golden.name()).containsExactly(expected);
            }
            RenderedChat chat = new RenderedChat(List.of(
                    new RenderedChat.Segment("<|user|>", true),
                    new RenderedChat.Segment("Tom has 3 apples.", false),
                    new RenderedChat.Segment("<|end|><|assistant|>", true)));
            int[] expected = Arrays.stream(reference.encode(chat.text()))
                    .mapToInt(Math::toIntExact)
                    .toArray();
            assertThat(tokenizer.encode(chat)).containsExactly(expected);
            assertThat(tokenizer.vocabulary().endIds()).isEqualTo(Set.of(1));
        }
    }

    private static Path shipped(String model) {
        Path folder = Path.of("").toAbsolutePath();
        while (folder != null && !Files.isDirectory(folder.resolve("models/demo"))) {
            folder = folder.getParent();
        }
        Assumptions.assumeTrue(folder != null, "skipped: no folder models/demo");
        return folder.resolve("models/demo/demo-" + model + ".gguf");
    }
}
