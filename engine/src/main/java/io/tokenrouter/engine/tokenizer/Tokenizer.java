package io.tokenrouter.engine.tokenizer;

import io.tokenrouter.engine.api.Vocabulary;

/** Text to ids and back, as the model's own file defines it. Safe from any thread; may block, so never on an event loop. */
public interface Tokenizer extends AutoCloseable {

    Vocabulary vocabulary();

    /**
     * Ids of plain text. Text that spells a control token is ordinary text. A begin token is added where the file asks
     * for one.
     */
    int[] encode(String text);

    /** The same for text that continues another: without a begin token. */
    int[] encodeContinuation(String text);

    /**
     * Ids of a rendered chat: control tokens that the template wrote become ids, those inside a message's own content
     * stay ordinary text. A begin token is there exactly once, whether the template or the file asks for it.
     */
    int[] encode(RenderedChat chat);

    /** The text of ids; control tokens are left out, incomplete UTF-8 becomes U+FFFD. */
    String decode(int[] ids);

    @Override
    void close();
}
