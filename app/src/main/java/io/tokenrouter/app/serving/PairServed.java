package io.tokenrouter.app.serving;

/** A pair can be asked for from now on. An event of the application, told on the thread that brought it about. */
public record PairServed(String pairId) {}
