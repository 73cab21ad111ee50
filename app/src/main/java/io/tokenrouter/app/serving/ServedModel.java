package io.tokenrouter.app.serving;

import io.tokenrouter.engine.catalog.ModelDescription;
import io.tokenrouter.engine.tokenizer.ChatTemplate;
import io.tokenrouter.engine.tokenizer.Tokenizer;

/** A single model, selectable by its own id. */
public record ServedModel(
        String id,
        long created,
        Tokenizer tokenizer,
        ChatTemplate chatTemplate,
        int contextLength,
        ModelDescription description)
        implements Served {}
