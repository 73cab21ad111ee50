package io.tokenrouter.app.v1;

import io.tokenrouter.app.tools.Tool;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What {@code tool_choice} says.
 *
 * @param forced the tools of which one must be called; empty where none must
 */
record ToolChoice(Mode mode, List<Tool> forced) {

    private static final String FIELD = "tool_choice";

    enum Mode {
        NONE,
        AUTO,
        REQUIRED,
        NAMED
    }

    /**
     * @param tools of the request; with none of them, only the choice of none is allowed
     * @throws ApiException 400 that names the place
     */
    static ToolChoice read(@Nullable JsonNode choice, List<Tool> tools) {
        if (!Checks.isGiven(choice)) {
            return new ToolChoice(tools.isEmpty() ? Mode.NONE : Mode.AUTO, List.of());
        }
        if (choice.isString() && choice.stringValue().equals("none")) {
            return new ToolChoice(Mode.NONE, List.of());
        }
        if (tools.isEmpty()) {
            throw ApiException.invalid(FIELD, "tool_choice needs tools.");
        }
        if (choice.isObject()) {
            return named(choice, tools);
        }
        return switch (choice.asString("")) {
            case "auto" -> new ToolChoice(Mode.AUTO, List.of());
            case "required" -> new ToolChoice(Mode.REQUIRED, tools);
            default ->
                throw ApiException.invalid(
                        FIELD, "tool_choice must be 'none', 'auto', 'required' or an object that names a function.");
        };
    }

    private static ToolChoice named(JsonNode choice, List<Tool> tools) {
        if (!"function".equals(choice.path("type").asString(""))) {
            throw ApiException.invalid(FIELD + ".type", "tool_choice.type must be 'function'.");
        }
        JsonNode name = choice.path("function").path("name");
        String place = FIELD + ".function.name";
        if (!name.isString()) {
            throw ApiException.invalid(place, place + " must be the name of a tool.");
        }
        return tools.stream()
                .filter(tool -> tool.name().equals(name.stringValue()))
                .findFirst()
                .map(tool -> new ToolChoice(Mode.NAMED, List.of(tool)))
                .orElseThrow(() -> ApiException.invalid(
                        place,
                        "tool_choice names '" + ApiException.shorten(name.stringValue()) + "', which is none of the"
                                + " tools."));
    }
}
