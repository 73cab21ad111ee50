package io.tokenrouter.app.v1;

import io.tokenrouter.engine.api.TokenEvent;

/** An event of one choice's generation. */
record ChoiceEvent(int choice, TokenEvent event) {}
