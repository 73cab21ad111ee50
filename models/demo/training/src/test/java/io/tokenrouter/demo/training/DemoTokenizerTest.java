package io.tokenrouter.demo.training;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.demo.DemoTask;
import io.tokenrouter.demo.Problem;
import io.tokenrouter.engine.model.GgufFile;
import io.tokenrouter.engine.tokenizer.GgufTokenizers;
import io.tokenrouter.engine.tokenizer.Tokenizer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class DemoTokenizerTest {

    private static final String ODD = "Größe: 12€ don't\n\t  x1 日本 😀";

    private final DemoTokenizer tokenizer = DemoTokenizer.train();

    @Test
    void learnsTheShippedVocabularyAnew() throws NoSuchAlgorithmException {
        assertThat(sha256(String.join("\n", tokenizer.tokens()) + "\n"))
                .isEqualTo("90acf858054ffb720c7984af9e03d730119c58d2ba93954a3a55fd634b39f194");
        StringBuilder merges = new StringBuilder();
        tokenizer.merges().forEach(merge -> merges.append(merge.left() + " " + merge.right() + "\n"));
        assertThat(sha256(merges.toString()))
                .isEqualTo("b039277a4e557c393ec2c278f6fd74724a0d9304e6a0424033d606b2bb8ffb49");
    }

    @Test
    void encodesTheTestSetAsTheModelsWereTrained() throws NoSuchAlgorithmException {
        StringBuilder ids = new StringBuilder();
        for (Problem problem : DemoTask.testProblems(500)) {
            ids.append(Arrays.toString(tokenizer.encode(problem.prompt() + problem.answer())))
                    .append('\n');
        }
        assertThat(sha256(ids.toString()))
                .isEqualTo("ae73d5d4d368c4e1ddb1574f473794e14f0f9f75ba5eb4ea15e3457e1bfeebf4");
        assertThat(tokenizer.encode(ODD))
                .containsExactly(
                        43, 86, 132, 119, 132, 258, 73, 30, 225, 21, 22, 163, 229, 110, 225, 354, 82, 11, 88, 203, 202,
                        225, 318, 21, 225, 167, 250, 103, 167, 255, 110, 225, 177, 258, 251, 227);
    }

    @Test
    void decodingGivesTheTextBack() {
        for (Problem problem : DemoTask.testProblems(50)) {
            assertThat(tokenizer.decode(tokenizer.encode(problem.answer()))).isEqualTo(problem.answer());
        }
        assertThat(tokenizer.decode(tokenizer.encode(ODD))).isEqualTo(ODD);
        assertThat(tokenizer.decode(new int[] {DemoTokenizer.USER, DemoTokenizer.END}))
                .isEqualTo("<|user|><|end|>");
    }

    @Test
    void theEngineReadsTheSameIdsFromTheShippedFiles() throws IOException {
        for (String name : new String[] {"small", "large"}) {
            try (GgufFile file = GgufFile.open(ShippedFiles.model(name));
                    Tokenizer served = GgufTokenizers.create(file.metadata())) {
                assertThat(served.encode(ODD)).isEqualTo(tokenizer.encode(ODD));
                for (Problem problem : DemoTask.testProblems(100)) {
                    String text = problem.prompt() + "\n" + problem.answer();
                    assertThat(served.encode(text)).isEqualTo(tokenizer.encode(text));
                }
            }
        }
    }

    private static String sha256(String text) throws NoSuchAlgorithmException {
        return HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    }
}
