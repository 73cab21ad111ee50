package io.tokenrouter.app.v1;

import static org.assertj.core.api.Assertions.assertThat;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.langchain4j.model.output.FinishReason;
import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.fixtures.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.ai.tool.annotation.Tool;

/** Clients call a tool and go on with its result. The demo pair knows no tools, so what the model says is scripted. */
class ToolClientsTest {

    private static final String CALL =
            "<tool_call>\n{\"name\": \"add\", \"arguments\": {\"a\": 1, \"b\": 2}}\n</tool_call>";

    @RegisterExtension
    static final ScriptedApi api =
            new ScriptedApi(Catalogs.duo(Catalogs.withTools("{% if tools %}<tool_call> \"arguments\"{% endif %}")));

    private static final ToolSpecification ADD = ToolSpecification.builder()
            .name("add")
            .description("Adds two numbers")
            .parameters(JsonObjectSchema.builder()
                    .addIntegerProperty("a")
                    .addIntegerProperty("b")
                    .required("a", "b")
                    .build())
            .build();

    @BeforeEach
    void callOnceThenAnswer() {
        api.answers(ToolClientsTest::script);
    }

    @Test
    void langChain4jCallsAndGoesOn() {
        OpenAiChatModel model = OpenAiChatModel.builder()
                .baseUrl(api.server().url() + "/v1")
                .apiKey("unused")
                .modelName("duo")
                .maxRetries(0)
                .build();
        List<ChatMessage> messages = new ArrayList<>(List.of(UserMessage.from("1+2?")));
        ChatResponse asks = model.chat(request(messages));

        assertThat(asks.finishReason()).isEqualTo(FinishReason.TOOL_EXECUTION);
        ToolExecutionRequest call = onlyCall(asks);
        messages.add(asks.aiMessage());
        messages.add(ToolExecutionResultMessage.from(call, "3"));
        ChatResponse answers = model.chat(request(messages));
        assertThat(answers.aiMessage().text()).isEqualTo("It is 3.");
        assertThat(answers.finishReason()).isEqualTo(FinishReason.STOP);
    }

    @Test
    void langChain4jPutsAStreamedCallTogether() throws Exception {
        CompletableFuture<ChatResponse> end = new CompletableFuture<>();
        OpenAiStreamingChatModel.builder()
                .baseUrl(api.server().url() + "/v1")
                .apiKey("unused")
                .modelName("duo")
                .build()
                .chat(request(List.of(UserMessage.from("1+2?"))), new StreamingChatResponseHandler() {
                    @Override
                    public void onCompleteResponse(ChatResponse answer) {
                        end.complete(answer);
                    }

                    @Override
                    public void onError(Throwable failure) {
                        end.completeExceptionally(failure);
                    }
                });

        ChatResponse asks = end.get(10, TimeUnit.MINUTES);
        assertThat(asks.finishReason()).isEqualTo(FinishReason.TOOL_EXECUTION);
        onlyCall(asks);
        assertThat(asks.tokenUsage().outputTokenCount()).isEqualTo(CALL.length() + 1);
    }

    @Test
    void springAiRunsTheToolAndTellsTheAnswer() {
        OpenAIClient client = OpenAIOkHttpClient.builder()
                .baseUrl(api.server().url() + "/v1")
                .apiKey("unused")
                .maxRetries(0)
                .build();
        org.springframework.ai.openai.OpenAiChatModel model = org.springframework.ai.openai.OpenAiChatModel.builder()
                .openAiClient(client)
                .openAiClientAsync(client.async())
                .options(OpenAiChatOptions.builder().model("duo").build())
                .build();
        Adder adder = new Adder();
        String answer = ChatClient.create(model)
                .prompt()
                .user("1+2?")
                .tools(adder)
                .call()
                .content();

        assertThat(adder.sums).containsExactly(3);
        assertThat(answer).isEqualTo("It is 3.");
    }

    /** Its public method is the tool. */
    public static final class Adder {

        private final List<Integer> sums = new ArrayList<>();

        @Tool(name = "add", description = "Adds two numbers")
        public int add(int a, int b) {
            sums.add(a + b);
            return a + b;
        }
    }

    private static Script script(GenerationRequest request) {
        String prompt = new LetterTokenizer().decode(request.promptIds());
        return Scripts.says(prompt.contains("tool:3;") ? "It is 3." : CALL);
    }

    private static ChatRequest request(List<ChatMessage> messages) {
        return ChatRequest.builder().messages(messages).toolSpecifications(ADD).build();
    }

    private static ToolExecutionRequest onlyCall(ChatResponse asks) {
        assertThat(asks.aiMessage().toolExecutionRequests()).singleElement().satisfies(call -> {
            assertThat(call.name()).isEqualTo("add");
            assertThat(call.arguments()).isEqualTo("{\"a\":1,\"b\":2}");
        });
        return asks.aiMessage().toolExecutionRequests().getFirst();
    }
}
