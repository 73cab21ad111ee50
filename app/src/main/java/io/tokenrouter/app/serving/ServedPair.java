package io.tokenrouter.app.serving;

import io.tokenrouter.engine.tokenizer.ChatTemplate;
import io.tokenrouter.engine.tokenizer.Tokenizer;
import java.util.Map;

/**
 * Models that write one answer together: a small one, a large one, and maybe others.
 *
 * @param smallId id of the small model
 * @param largeId id of the large model
 * @param policy decides who writes, unless the request names another
 * @param tokenizer the small model's; the vocabularies of a pair are equal
 * @param chatTemplate the small model's
 * @param contextLength the shortest of its models
 * @param largeTemplate the large model's own chat template
 * @param roles ids of further models by role
 */
public record ServedPair(
        String id,
        long created,
        String smallId,
        String largeId,
        ServedPolicy policy,
        Tokenizer tokenizer,
        ChatTemplate chatTemplate,
        int contextLength,
        ChatTemplate largeTemplate,
        Map<String, String> roles)
        implements Served {

    public ServedPair {
        roles = Map.copyOf(roles);
    }

    /** Of two models. */
    public ServedPair(
            String id,
            long created,
            String smallId,
            String largeId,
            ServedPolicy policy,
            Tokenizer tokenizer,
            ChatTemplate chatTemplate,
            int contextLength,
            ChatTemplate largeTemplate) {
        this(id, created, smallId, largeId, policy, tokenizer, chatTemplate, contextLength, largeTemplate, Map.of());
    }

    /** Of models with one chat template. */
    public ServedPair(
            String id,
            long created,
            String smallId,
            String largeId,
            ServedPolicy policy,
            Tokenizer tokenizer,
            ChatTemplate chatTemplate,
            int contextLength) {
        this(id, created, smallId, largeId, policy, tokenizer, chatTemplate, contextLength, chatTemplate);
    }
}
