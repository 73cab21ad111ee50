package io.tokenrouter.train;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.heads.HeadFolders;
import io.tokenrouter.train.labels.PromptSource;
import io.tokenrouter.train.pair.Answer;
import io.tokenrouter.train.pair.ModelPair;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command from its arguments to a head that is served. */
class TrainRouterTest {

    @TempDir
    Path folder;

    @Test
    void aFewProblemsGiveAHeadThatNeuralServesAndTheSameCommandChangesNothing() throws Exception {
        assertThat(run("--svg", folder.resolve("curve.svg").toString())).isZero();
        byte[] file = Files.readAllBytes(head());
        assertThat(folder.resolve("heads/tiny.md")).content().contains("# Router head `tiny`", "| trained | ");
        assertThat(folder.resolve("curve.svg")).content().startsWith("<svg ");
        assertThat(run("--evaluated", "0")).isZero();
        assertThat(Files.readAllBytes(head())).as("labels and epochs are kept").isEqualTo(file);
        try (ModelPair pair = ModelPair.open(
                DemoFiles.SMALL, DemoFiles.LARGE, 2, 8, List.of(), new HeadFolders(List.of(folder.resolve("heads"))))) {
            assertThat(new HeadFolders(List.of(folder.resolve("heads")))
                            .find("tiny")
                            .orElseThrow()
                            .threshold())
                    .isPresent();
            assertThat(share(pair, Map.of("checkpoint", "tiny", "threshold", 0)))
                    .isEqualTo(1);
            assertThat(share(pair, Map.of("checkpoint", "tiny", "threshold", 1.5)))
                    .isZero();
            assertThat(share(pair, Map.of("checkpoint", "tiny"))).isBetween(0.0, 1.0);
        }
        String refused = errors(() -> assertThat(run("--top-logits", "9")).isEqualTo(1));
        assertThat(refused)
                .contains("labels of other models, prompts or settings")
                .doesNotContain("\tat ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--small a.gguf",
                "--small a.gguf --large b.gguf",
                "--problems 1",
                "--top-logits 0",
                "--dropout 1",
                "--recall 0",
                "--name ../demo",
                "--epochs x"
            })
    void wrongArgumentsAreRefusedBeforeAnythingRuns(String arguments) {
        String said = errors(() -> assertThat(run(arguments.split(" "))).isEqualTo(2));
        assertThat(said).contains(arguments.split(" ")[0]);
        assertThat(folder).isEmptyDirectory();
    }

    private Path head() {
        return folder.resolve("heads/tiny.safetensors");
    }

    private int run(String... more) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("--problems", "12");
        all.put("--epochs", "1");
        all.put("--top-logits", "8");
        all.put("--evaluated", "2");
        all.put("--name", "tiny");
        all.put("--work", folder.resolve("work").toString());
        all.put("--out", folder.resolve("heads").toString());
        for (int i = 0; i < more.length; i += 2) {
            all.put(more[i], more[i + 1]);
        }
        return Main.run(all.entrySet().stream()
                .flatMap(each -> Stream.of(each.getKey(), each.getValue()))
                .toArray(String[]::new));
    }

    private static double share(ModelPair pair, Map<String, Object> options) throws InterruptedException {
        int[] prompt = pair.prompt(PromptSource.demoTest(1).prompts().getFirst().prompt());
        Answer answer = pair.asker(1)
                .ask(ModelPair.PAIR, prompt, 170, new PolicySpec("neural", options), 0)
                .join();
        return answer.largeTokens() / (double) answer.ids().length;
    }

    private static String errors(Runnable work) {
        PrintStream before = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
        try {
            work.run();
        } finally {
            System.setErr(before);
        }
        return said.toString(StandardCharsets.UTF_8);
    }
}
