package io.tokenrouter.app.tools;

/**
 * A call that a model made.
 *
 * @param name of one of the request's tools
 * @param arguments a JSON object, well-formed; not checked against the tool's schema
 */
public record ToolCall(String name, String arguments) {}
