package io.tokenrouter.app.v1;

import io.tokenrouter.app.serving.Caller;
import io.tokenrouter.app.serving.Served;
import io.tokenrouter.engine.text.Characters;
import io.tokenrouter.engine.tokenizer.RenderedChat;
import io.tokenrouter.engine.tokenizer.Tokenizer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Texts and conversations to ids and back, without a generation. A text may be longer than the model's context: whoever cuts
 * it down has to know by how much.
 */
@Component
class Tokenization {

    /** Bounds the answer, which may be many times as large as its request. */
    static final int MAX_CHARACTERS = 1 << 18;

    private static final int MAX_TOKENS = 1 << 17;

    private final ApiJson json;
    private final JobParts parts;
    private final ToolsReader tools;

    Tokenization(ApiJson json, JobParts parts, ToolsReader tools) {
        this.tools = tools;
        this.json = json;
        this.parts = parts;
    }

    /**
     * @param tokenStrs each token as the file spells it; null where that was not asked for
     */
    record Tokens(
            int count,
            int maxModelLen,
            int[] tokens,
            @Nullable List<String> tokenStrs) {}

    record Text(String prompt) {}

    Tokens tokenize(ObjectNode body, Caller caller) {
        TokenizeFields fields = json.bind(body, TokenizeFields.class);
        UnsupportedFields.refuseInTokenization(body);
        Served served = parts.served(fields.model(), caller);
        boolean isText = Checks.isGiven(fields.prompt());
        if (isText == (fields.messages() != null)) {
            throw ApiException.invalid("prompt", "One of prompt and messages must be given, and not both.");
        }
        int[] ids =
                isText ? encode(fields, served.tokenizer()) : served.tokenizer().encode(rendered(fields, served));
        return new Tokens(
                ids.length,
                served.contextLength(),
                ids,
                Boolean.TRUE.equals(fields.returnTokenStrs())
                        ? IntStream.of(ids)
                                .mapToObj(served.tokenizer().vocabulary()::piece)
                                .toList()
                        : null);
    }

    /** The text that the template makes of a conversation. */
    Text applyTemplate(ObjectNode body, Caller caller) {
        TokenizeFields fields = json.bind(body, TokenizeFields.class);
        UnsupportedFields.refuseInTokenization(body);
        Served served = parts.served(fields.model(), caller);
        return new Text(rendered(fields, served).text());
    }

    Text detokenize(ObjectNode body, Caller caller) {
        DetokenizeFields fields = json.bind(body, DetokenizeFields.class);
        Served served = parts.served(fields.model(), caller);
        JsonNode tokens = fields.tokens();
        if (tokens == null || !tokens.isArray() || tokens.size() > MAX_TOKENS) {
            throw ApiException.invalid("tokens", "tokens must be an array of at most " + MAX_TOKENS + " token ids.");
        }
        int[] ids = new int[tokens.size()];
        for (int i = 0; i < ids.length; i++) {
            ids[i] =
                    TokenIds.checked("tokens", tokens.get(i), served.tokenizer().vocabulary());
        }
        return new Text(
                Boolean.TRUE.equals(fields.skipSpecialTokens())
                        ? served.tokenizer().decode(ids)
                        : SpelledText.of(ids, served.tokenizer()));
    }

    private static int[] encode(TokenizeFields fields, Tokenizer tokenizer) {
        JsonNode prompt = fields.prompt();
        if (prompt == null || !prompt.isString()) {
            throw ApiException.invalid("prompt", "prompt must be a string.");
        }
        String text = WellFormed.of(prompt.stringValue());
        refuseLong("prompt", Characters.count(text));
        return Boolean.FALSE.equals(fields.addSpecialTokens())
                ? tokenizer.encodeContinuation(text)
                : tokenizer.encode(text);
    }

    private RenderedChat rendered(TokenizeFields fields, Served served) {
        List<Map<String, Object>> messages = ChatMessages.read(fields.messages(), json);
        refuseLong("messages", ChatMessages.characters(messages));
        Map<String, Object> arguments = new HashMap<>(ChatJobReader.variables(fields.chatTemplateKwargs()));
        if (fields.addGenerationPrompt() != null) {
            arguments.put("add_generation_prompt", fields.addGenerationPrompt());
        }
        RenderedChat rendered = ChatPrompt.render(
                served.chatTemplate(), messages, tools.read(fields.tools(), null, true, served), arguments, json);
        refuseLong("messages", Characters.count(rendered.text()));
        return rendered;
    }

    private static void refuseLong(String param, long characters) {
        if (characters > MAX_CHARACTERS) {
            throw ApiException.invalid(
                    param, param + " may have at most " + MAX_CHARACTERS + " characters here, not " + characters + ".");
        }
    }
}
