package io.tokenrouter.app.signals;

import java.time.Instant;

/**
 * What is kept of a pair.
 *
 * @param bytes before compression
 * @param oldest end of the oldest request
 */
public record Stored(String pair, long requests, long positions, long bytes, Instant oldest) {}
