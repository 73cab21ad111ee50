package io.tokenrouter.app.serving;

import io.tokenrouter.engine.tokenizer.ChatTemplate;
import io.tokenrouter.engine.tokenizer.Tokenizer;

/** What a request's {@code model} can name. */
public sealed interface Served permits ServedModel, ServedPair {

    /** As API callers name it. */
    String id();

    /** When it was registered, in seconds since 1970 (UTC). */
    long created();

    Tokenizer tokenizer();

    ChatTemplate chatTemplate();

    /** Most ids of prompt and answer together. */
    int contextLength();
}
