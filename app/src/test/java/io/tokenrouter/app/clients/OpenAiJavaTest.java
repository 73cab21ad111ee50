package io.tokenrouter.app.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.JsonValue;
import com.openai.core.http.StreamResponse;
import com.openai.errors.BadRequestException;
import com.openai.errors.NotFoundException;
import com.openai.helpers.ChatCompletionAccumulator;
import com.openai.models.chat.completions.ChatCompletion;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.chat.completions.ChatCompletionStreamOptions;
import com.openai.models.completions.Completion;
import com.openai.models.completions.CompletionCreateParams;
import com.openai.models.models.Model;
import io.tokenrouter.app.fixtures.RunningServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The client for Java, which Spring AI builds on as well. */
class OpenAiJavaTest {

    @RegisterExtension
    static final RunningServer server = RunningServer.shared();

    private static final String PROBLEM =
            "Sara has 54 old and 75 new beads. A friend takes 55. A friend brings 257 more."
                    + " How many beads are there at the end?";

    private static OpenAIClient client;

    @BeforeAll
    static void connect() {
        client = OpenAIOkHttpClient.builder()
                .baseUrl(server.uri() + "/v1")
                .apiKey("unused")
                .maxRetries(0)
                .timeout(Duration.ofMinutes(10))
                .build();
    }

    @AfterAll
    static void disconnect() {
        client.close();
    }

    @Test
    void listsModels() {
        assertThat(client.models().list().data()).extracting(Model::id).contains("demo", "demo-small", "demo-large");
        assertThat(client.models().retrieve("demo").id()).isEqualTo("demo");
    }

    @Test
    void chats() {
        ChatCompletion answer = client.chat().completions().create(problem().build());

        ChatCompletion.Choice choice = answer.validate().choices().getFirst();
        assertThat(choice.message().content().orElseThrow()).endsWith("Answer: 331");
        assertThat(choice.finishReason()).isEqualTo(ChatCompletion.Choice.FinishReason.STOP);
        var usage = answer.usage().orElseThrow();
        assertThat(usage.totalTokens()).isEqualTo(usage.promptTokens() + usage.completionTokens());
    }

    @Test
    void accumulatesAStreamOfSeveralChoicesWithUsage() {
        ChatCompletionCreateParams params = problem()
                .n(2)
                .streamOptions(
                        ChatCompletionStreamOptions.builder().includeUsage(true).build())
                .build();
        ChatCompletionAccumulator accumulator = ChatCompletionAccumulator.create();
        try (StreamResponse<ChatCompletionChunk> chunks =
                client.chat().completions().createStreaming(params)) {
            chunks.stream().map(ChatCompletionChunk::validate).forEach(accumulator::accumulate);
        }

        ChatCompletion answer = accumulator.chatCompletion();
        assertThat(answer.choices())
                .hasSize(2)
                .allSatisfy(choice ->
                        assertThat(choice.message().content().orElseThrow()).endsWith("Answer: 331"));
        assertThat(answer.usage().orElseThrow().completionTokens()).isPositive();
    }

    @Test
    @SuppressWarnings("deprecation") // the client has no other way to fields beyond the protocol
    void sendsAndReadsRouting() {
        ChatCompletion answer = client.chat()
                .completions()
                .create(problem()
                        .putAdditionalBodyProperty(
                                "routing",
                                JsonValue.from(Map.of("policy", "uncertainty", "threshold", 0.2, "trace", true)))
                        .build());

        Map<?, ?> routing = answer._additionalProperties().get("routing").convert(Map.class);
        List<?> trace =
                answer.choices().getFirst()._additionalProperties().get("trace").convert(List.class);
        assertThat(routing.get("pair")).isEqualTo("demo");
        assertThat(trace).hasSize((int) answer.usage().orElseThrow().completionTokens());
        assertThat(trace.stream().<Object>map(entry -> ((Map<?, ?>) entry).get("writer")))
                .contains("demo-small", "demo-large");
    }

    @Test
    void completesText() {
        Completion answer = client.completions()
                .create(CompletionCreateParams.builder()
                        .model("demo-small")
                        .prompt("Sara has")
                        .maxTokens(4)
                        .build());

        assertThat(answer.validate().choices()).hasSize(1);
        assertThat(answer.usage().orElseThrow().completionTokens()).isLessThanOrEqualTo(4);
    }

    @Test
    void understandsErrors() {
        assertThatThrownBy(() -> client.chat()
                        .completions()
                        .create(problem().model("nobody").build()))
                .isInstanceOfSatisfying(
                        NotFoundException.class,
                        error -> assertThat(error.code()).contains("model_not_found"));
        assertThatThrownBy(() -> client.chat()
                        .completions()
                        .create(problem().temperature(9.0).build()))
                .isInstanceOfSatisfying(
                        BadRequestException.class,
                        error -> assertThat(error.param()).contains("temperature"));
    }

    @Test
    void leavesAStreamAndAsksAgain() {
        for (int i = 0; i < 5; i++) {
            try (StreamResponse<ChatCompletionChunk> chunks = client.chat()
                    .completions()
                    .createStreaming(problem()
                            .putAdditionalBodyProperty("ignore_eos", JsonValue.from(true))
                            .build())) {
                assertThat(chunks.stream().findFirst()).isPresent();
            }
        }
        chats();
    }

    @Test
    void readsManyStreamsAtOnce() throws Exception {
        Callable<String> one = () -> {
            ChatCompletionAccumulator accumulator = ChatCompletionAccumulator.create();
            try (StreamResponse<ChatCompletionChunk> chunks =
                    client.chat().completions().createStreaming(problem().build())) {
                chunks.stream().forEach(accumulator::accumulate);
            }
            return accumulator
                    .chatCompletion()
                    .choices()
                    .getFirst()
                    .message()
                    .content()
                    .orElseThrow();
        };
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<String>> answers =
                    threads.invokeAll(Stream.generate(() -> one).limit(32).toList());
            for (Future<String> answer : answers) {
                assertThat(answer.get()).endsWith("Answer: 331");
            }
        }
    }

    private static ChatCompletionCreateParams.Builder problem() {
        return ChatCompletionCreateParams.builder()
                .model("demo")
                .addUserMessage(PROBLEM)
                .temperature(0.0);
    }
}
