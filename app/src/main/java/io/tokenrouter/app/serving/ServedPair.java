package io.tokenrouter.app.serving;

import io.tokenrouter.engine.tokenizer.ChatTemplate;
import io.tokenrouter.engine.tokenizer.Tokenizer;

/**
 * Two models that write one answer together.
 *
 * @param smallId id of the small model
 * @param largeId id of the large model
 * @param policy decides who writes, unless the request names another
 * @param tokenizer the small model's; the vocabularies of a pair are equal
 * @param chatTemplate the small model's
 * @param contextLength the shorter of the two
 * @param largeTemplate the large model's own chat template
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
        ChatTemplate largeTemplate)
        implements Served {

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
