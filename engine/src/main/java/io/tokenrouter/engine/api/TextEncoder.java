package io.tokenrouter.engine.api;

/** Turns text into ids of one vocabulary. Safe from any thread. */
@FunctionalInterface
public interface TextEncoder {

    /** Of a model of which only ids are known. */
    TextEncoder NONE = text -> {
        throw EngineException.invalid(
                "routing.policy", "the policy asks models by text, and nothing here knows their tokens");
    };

    /**
     * Ids of plain text that continues another text: without a begin token, and with control tokens spelled out.
     *
     * @throws EngineException if there is no tokenizer, or no more
     */
    int[] encode(String text);
}
