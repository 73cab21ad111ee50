package io.tokenrouter.app.v1;

import io.tokenrouter.app.serving.Served;
import io.tokenrouter.engine.api.Vocabulary;
import io.tokenrouter.engine.text.Characters;
import io.tokenrouter.engine.tokenizer.Tokenizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads the {@code prompt} of a text completion in its four forms. */
final class Prompts {

    private static final int MAX_PROMPTS = 64;

    private Prompts() {}

    /**
     * @param text what {@code echo} repeats
     * @param renderings see {@link Renderings}
     */
    record Prompt(int[] ids, String text, Map<String, int[]> renderings) {

        /** A text that no template wrote. */
        Prompt(int[] ids, String text) {
            this(ids, text, Map.of());
        }
    }

    /**
     * The prompts of a completion. A text that cannot fit is refused before it is tokenized.
     *
     * @throws ApiException 400 that names the field
     */
    static List<Prompt> read(CompletionFields completion, Served served, FillTokens fills) {
        String suffix = completion.suffix();
        return suffix == null || suffix.isEmpty()
                ? read(completion.prompt(), served.tokenizer(), served.contextLength())
                : before(WellFormed.of(suffix), completion.prompt(), served, fills);
    }

    /** Texts that come before a suffix. */
    private static List<Prompt> before(String suffix, @Nullable JsonNode prompt, Served served, FillTokens fills) {
        FillInTheMiddle fill = fills.of(served);
        Budget.refuseHopeless(
                "suffix", Characters.count(suffix), served.tokenizer().vocabulary(), served.contextLength());
        List<JsonNode> texts =
                prompt != null && prompt.isArray() ? prompt.valueStream().toList() : List.of();
        if (prompt != null && prompt.isString()) {
            texts = List.of(prompt);
        }
        if (texts.isEmpty() || texts.size() > MAX_PROMPTS || !texts.stream().allMatch(JsonNode::isString)) {
            throw ApiException.invalid(
                    "prompt", "With suffix, prompt must be a string or an array of up to " + MAX_PROMPTS + " strings.");
        }
        List<Prompt> prompts = new ArrayList<>();
        for (JsonNode each : texts) {
            String text = WellFormed.of(each.stringValue());
            Budget.refuseHopeless(
                    "prompt", Characters.count(text), served.tokenizer().vocabulary(), served.contextLength());
            int[] ids = served.tokenizer().encode(fill.between(text, suffix));
            // before the same suffix is read once more with the next prompt
            Budget.of("prompt", ids.length, null, 1, served.contextLength());
            prompts.add(new Prompt(ids, text));
        }
        return prompts;
    }

    private static List<Prompt> read(@Nullable JsonNode prompt, Tokenizer tokenizer, int contextLength) {
        if (prompt == null || prompt.isNull()) {
            throw ApiException.invalid("prompt", "prompt is missing.");
        }
        if (prompt.isString()) {
            return List.of(text(prompt, tokenizer, contextLength));
        }
        if (!prompt.isArray() || prompt.isEmpty()) {
            throw wrongForm();
        }
        if (prompt.get(0).isIntegralNumber()) {
            return List.of(ids(prompt, tokenizer));
        }
        if (prompt.size() > MAX_PROMPTS) {
            throw ApiException.invalid(
                    "prompt", "prompt may have at most " + MAX_PROMPTS + " prompts, not " + prompt.size() + ".");
        }
        List<Prompt> prompts = new ArrayList<>();
        for (JsonNode each : prompt) {
            prompts.add(each.isArray() ? ids(each, tokenizer) : text(each, tokenizer, contextLength));
        }
        return prompts;
    }

    private static Prompt text(JsonNode prompt, Tokenizer tokenizer, int contextLength) {
        if (!prompt.isString()) {
            throw wrongForm();
        }
        String text = WellFormed.of(prompt.stringValue());
        Budget.refuseHopeless("prompt", Characters.count(text), tokenizer.vocabulary(), contextLength);
        return new Prompt(nonEmpty(tokenizer.encode(text)), text);
    }

    private static Prompt ids(JsonNode prompt, Tokenizer tokenizer) {
        Vocabulary vocabulary = tokenizer.vocabulary();
        int[] ids = new int[prompt.size()];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = TokenIds.checked("prompt", prompt.get(i), vocabulary);
        }
        return new Prompt(nonEmpty(ids), tokenizer.decode(ids));
    }

    private static int[] nonEmpty(int[] ids) {
        if (ids.length == 0) {
            throw ApiException.invalid("prompt", "prompt must have at least one token.");
        }
        return ids;
    }

    private static ApiException wrongForm() {
        return ApiException.invalid(
                "prompt", "prompt must be a string, or an array of strings, of token ids, or of arrays of token ids.");
    }
}
