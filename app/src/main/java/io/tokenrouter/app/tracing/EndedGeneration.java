package io.tokenrouter.app.tracing;

import io.tokenrouter.app.persistence.GenerationObserver.Begun;
import io.tokenrouter.app.persistence.GenerationRecord;
import io.tokenrouter.app.requests.Route;

/** A generation that waits to be told. */
record EndedGeneration(Begun begun, GenerationRecord record, Route route) {}
