package io.tokenrouter.engine.tokenizer.template;

/** What a template says when it does not like a conversation. */
final class TemplateRefusal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    TemplateRefusal(String message) {
        super(message);
    }
}
