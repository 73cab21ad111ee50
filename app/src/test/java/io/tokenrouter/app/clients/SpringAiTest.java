package io.tokenrouter.app.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.errors.BadRequestException;
import com.openai.errors.NotFoundException;
import io.tokenrouter.app.fixtures.RunningServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.converter.BeanOutputConverter;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;

/**
 * Spring AI 2, which sits on the official client for Java. It is given one, of the version that the other tests use: one that it
 * makes itself needs a library for contexts, with which Reactor, and so the server in this JVM, would not be what users run.
 */
class SpringAiTest {

    @RegisterExtension
    static final RunningServer server = RunningServer.shared();

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
    void chats() {
        ChatResponse answer = ChatClient.create(model(options("demo")))
                .prompt()
                .user(DemoProblem.TEXT)
                .call()
                .chatResponse();

        assertThat(answer.getResult().getOutput().getText()).endsWith(DemoProblem.SOLUTION);
        assertThat(answer.getResult().getMetadata().getFinishReason()).isEqualToIgnoringCase("stop");
        assertThat(answer.getMetadata().getModel()).isEqualTo("demo");
        assertThat(answer.getMetadata().getUsage().getPromptTokens())
                .isEqualTo(DemoProblem.promptTokens(server.uri(), DemoProblem.TEXT));
        assertThat(answer.getMetadata().getUsage().getCompletionTokens())
                .isEqualTo(DemoProblem.completionTokens(server.uri()));
    }

    @Test
    void streamsWithUsage() {
        Prompt prompt = new Prompt(DemoProblem.TEXT);
        ChatResponse whole = model(options("demo")).call(prompt);
        List<ChatResponse> parts = model(options("demo").streamUsage(true)).stream(prompt)
                .collectList()
                .block(Duration.ofMinutes(10));

        StringBuilder text = new StringBuilder();
        parts.stream()
                .flatMap(part -> part.getResults().stream())
                .map(result -> result.getOutput().getText())
                .filter(piece -> piece != null)
                .forEach(text::append);
        assertThat(text).hasToString(whole.getResult().getOutput().getText());
        assertThat(parts)
                .filteredOn(part -> part.getMetadata().getUsage().getTotalTokens() > 0)
                .last()
                .satisfies(part -> {
                    assertThat(part.getMetadata().getUsage().getPromptTokens())
                            .isEqualTo(whole.getMetadata().getUsage().getPromptTokens());
                    assertThat(part.getMetadata().getUsage().getCompletionTokens())
                            .isEqualTo(whole.getMetadata().getUsage().getCompletionTokens());
                });
    }

    @Test
    void remembersEarlierTurns() {
        ChatResponse answer = ChatClient.create(model(options("demo")))
                .prompt()
                .messages(new UserMessage("Hello"), new AssistantMessage("Hello."), new UserMessage(DemoProblem.TEXT))
                .call()
                .chatResponse();

        assertThat(answer.getMetadata().getUsage().getPromptTokens())
                .isEqualTo(DemoProblem.promptTokens(server.uri(), "Hello", "Hello.", DemoProblem.TEXT));
    }

    @Test
    void understandsErrors() {
        assertThatThrownBy(() -> model(options("nobody")).call("Hello"))
                .isInstanceOfSatisfying(
                        NotFoundException.class,
                        error -> assertThat(error.code()).contains("model_not_found"));
        assertThatThrownBy(() -> model(options("demo").temperature(9.0)).call("Hello"))
                .isInstanceOfSatisfying(
                        BadRequestException.class,
                        error -> assertThat(error.param()).contains("temperature"));
    }

    /** The answer's class; its schema is the client's own. */
    record Verdict(Mood mood, boolean sure) {

        enum Mood {
            GLAD,
            SAD
        }
    }

    @Test
    void getsAnObjectOfAClass() {
        BeanOutputConverter<Verdict> converter = new BeanOutputConverter<>(Verdict.class);
        String answer = model(options("demo").outputSchema(converter.getJsonSchema()))
                .call(new Prompt(DemoProblem.TEXT))
                .getResult()
                .getOutput()
                .getText();

        assertThat(converter.convert(answer).mood()).isNotNull();
    }

    private static OpenAiChatOptions.Builder options(String model) {
        return OpenAiChatOptions.builder().model(model).temperature(0.0);
    }

    private static OpenAiChatModel model(OpenAiChatOptions.Builder options) {
        return OpenAiChatModel.builder()
                .openAiClient(client)
                .openAiClientAsync(client.async())
                .options(options.build())
                .build();
    }
}
