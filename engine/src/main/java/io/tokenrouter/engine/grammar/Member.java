package io.tokenrouter.engine.grammar;

/**
 * A declared member of the objects that a schema describes, for forms that are not JSON as a whole.
 *
 * @param required whether it must be there
 * @param value of the member alone
 */
public record Member(String name, boolean required, Grammar value) {}
