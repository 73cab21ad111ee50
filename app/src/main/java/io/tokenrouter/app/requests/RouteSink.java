package io.tokenrouter.app.requests;

import io.tokenrouter.app.persistence.GenerationObserver.Begun;
import io.tokenrouter.app.persistence.GenerationRecord;

/** Is told of every generation that ended, with its way. Returns at once and does not block; safe from any thread. */
@FunctionalInterface
public interface RouteSink {

    void ended(Begun begun, GenerationRecord record, Route route);
}
