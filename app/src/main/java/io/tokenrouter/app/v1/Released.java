package io.tokenrouter.app.v1;

import io.tokenrouter.app.tools.CallPiece;
import io.tokenrouter.engine.api.TokenEvent;
import java.util.List;

/**
 * What is safe to send.
 *
 * @param text whole characters, no beginning of a stop string, and no part of a call
 * @param calls of tools, what is new of them
 * @param tokens those whose text this is, in order; at the end of an answer also those that have none
 */
record Released(String text, List<CallPiece> calls, List<TokenEvent.Token> tokens) {

    static final Released NOTHING = new Released("", List.of(), List.of());

    boolean isNothing() {
        return text.isEmpty() && calls.isEmpty();
    }
}
