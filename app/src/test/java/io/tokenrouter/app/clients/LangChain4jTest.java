package io.tokenrouter.app.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.exception.ModelNotFoundException;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.chat.request.ResponseFormatType;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.langchain4j.model.output.FinishReason;
import io.tokenrouter.app.fixtures.RunningServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** langchain4j, which has an HTTP client and a reader of streams of its own. */
class LangChain4jTest {

    private static final Duration PATIENCE = Duration.ofMinutes(10);

    @RegisterExtension
    static final RunningServer server = RunningServer.shared();

    @Test
    void chats() {
        ChatResponse answer = model("demo").build().chat(UserMessage.from(DemoProblem.TEXT));

        assertThat(answer.aiMessage().text()).endsWith(DemoProblem.SOLUTION);
        assertThat(answer.finishReason()).isEqualTo(FinishReason.STOP);
        assertThat(answer.modelName()).isEqualTo("demo");
        assertThat(answer.tokenUsage().inputTokenCount())
                .isEqualTo(DemoProblem.promptTokens(server.uri(), DemoProblem.TEXT));
        assertThat(answer.tokenUsage().outputTokenCount()).isEqualTo(DemoProblem.completionTokens(server.uri()));
    }

    @Test
    void streamsWithUsage() throws Exception {
        ChatResponse whole = model("demo").build().chat(UserMessage.from(DemoProblem.TEXT));
        Collector streamed = new Collector();
        OpenAiStreamingChatModel.builder()
                .baseUrl(server.uri() + "/v1")
                .apiKey("unused")
                .modelName("demo")
                .temperature(0.0)
                .timeout(PATIENCE)
                .build()
                .chat(List.of(UserMessage.from(DemoProblem.TEXT)), streamed);

        ChatResponse answer = streamed.end.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(streamed.text).hasToString(whole.aiMessage().text());
        assertThat(answer.aiMessage().text()).isEqualTo(whole.aiMessage().text());
        assertThat(answer.finishReason()).isEqualTo(FinishReason.STOP);
        assertThat(answer.tokenUsage()).isEqualTo(whole.tokenUsage());
    }

    @Test
    void remembersEarlierTurns() {
        ChatResponse answer = model("demo")
                .build()
                .chat(UserMessage.from("Hello"), AiMessage.from("Hello."), UserMessage.from(DemoProblem.TEXT));

        assertThat(answer.tokenUsage().inputTokenCount())
                .isEqualTo(DemoProblem.promptTokens(server.uri(), "Hello", "Hello.", DemoProblem.TEXT));
    }

    @Test
    void understandsErrors() {
        assertThatThrownBy(() -> model("nobody").build().chat("Hello")).isInstanceOf(ModelNotFoundException.class);
        assertThatThrownBy(() -> model("demo").temperature(9.0).build().chat("Hello"))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("temperature");
    }

    @Test
    void getsAnswersByASchema() {
        JsonSchema schema = JsonSchema.builder()
                .name("verdict")
                .rootElement(JsonObjectSchema.builder()
                        .addEnumProperty("mood", List.of("glad", "sad"))
                        .addIntegerProperty("count")
                        .addBooleanProperty("sure")
                        .required("mood", "count", "sure")
                        .additionalProperties(false)
                        .build())
                .build();
        ChatResponse answer = model("demo")
                .strictJsonSchema(true)
                .build()
                .chat(ChatRequest.builder()
                        .messages(UserMessage.from(DemoProblem.TEXT))
                        .responseFormat(ResponseFormat.builder()
                                .type(ResponseFormatType.JSON)
                                .jsonSchema(schema)
                                .build())
                        .build());

        JsonNode verdict = JsonMapper.shared().readTree(answer.aiMessage().text());
        assertThat(verdict.path("mood").stringValue()).isIn("glad", "sad");
        assertThat(verdict.path("count").isIntegralNumber()).isTrue();
        assertThat(verdict.path("sure").isBoolean()).isTrue();
    }

    private static OpenAiChatModel.OpenAiChatModelBuilder model(String name) {
        return OpenAiChatModel.builder()
                .baseUrl(server.uri() + "/v1")
                .apiKey("unused")
                .modelName(name)
                .temperature(0.0)
                .maxRetries(0)
                .timeout(PATIENCE);
    }

    private static final class Collector implements StreamingChatResponseHandler {

        final StringBuilder text = new StringBuilder();
        final CompletableFuture<ChatResponse> end = new CompletableFuture<>();

        @Override
        public void onPartialResponse(String part) {
            text.append(part);
        }

        @Override
        public void onCompleteResponse(ChatResponse answer) {
            end.complete(answer);
        }

        @Override
        public void onError(Throwable failure) {
            end.completeExceptionally(failure);
        }
    }
}
