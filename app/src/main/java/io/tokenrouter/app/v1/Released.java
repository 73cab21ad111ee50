package io.tokenrouter.app.v1;

import io.tokenrouter.engine.api.TokenEvent;
import java.util.List;

/**
 * Text that is safe to send.
 *
 * @param text whole characters, and no beginning of a stop string
 * @param tokens those whose text this is, in order; at the end of an answer also those that have none
 */
record Released(String text, List<TokenEvent.Token> tokens) {}
