package io.tokenrouter.app.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.chat.completions.StructuredChatCompletion;
import io.tokenrouter.app.fixtures.RunningServer;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The official client for Java makes a schema of a class. It does so with another major version of its generator than Spring AI, so this
 * class has a test run of its own.
 */
class JavaClassAnswersTest {

    @RegisterExtension
    static final RunningServer server = RunningServer.shared();

    /** The answer's class; its schema is the client's own. */
    public static class Verdict {

        public enum Mood {
            GLAD,
            SAD
        }

        public Mood mood;
        public boolean sure;
        public int count;
    }

    @BeforeAll
    static void theGeneratorIsTheClients() throws ClassNotFoundException {
        assumeThat(Arrays.stream(Class.forName("com.github.victools.jsonschema.generator.SchemaGenerator")
                                .getMethods())
                        .map(method -> method.getReturnType().getName()))
                .as("the schema generator of the client; the whole test run has it, a single test does not")
                .contains("com.fasterxml.jackson.databind.node.ObjectNode");
    }

    @Test
    void theClientForJavaGetsAnObjectOfItsClass() {
        OpenAIClient client = OpenAIOkHttpClient.builder()
                .baseUrl(server.uri() + "/v1")
                .apiKey("unused")
                .maxRetries(0)
                .build();
        try {
            StructuredChatCompletion<Verdict> answer = client.chat()
                    .completions()
                    .create(ChatCompletionCreateParams.builder()
                            .model("demo")
                            .addUserMessage("How are you?")
                            .temperature(0)
                            .responseFormat(Verdict.class)
                            .build());
            Verdict verdict = answer.choices().getFirst().message().content().orElseThrow();
            assertThat(verdict.mood).isNotNull();
        } finally {
            client.close();
        }
    }
}
