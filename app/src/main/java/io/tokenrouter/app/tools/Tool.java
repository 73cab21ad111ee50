package io.tokenrouter.app.tools;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A function that a model may call.
 *
 * @param name letters, digits and {@code _-.}; stands in the formats of calls as it is
 * @param parameters JSON schema of an object, as maps, lists, strings, numbers, booleans and nulls
 */
public record Tool(String name, Map<String, @Nullable Object> parameters) {}
