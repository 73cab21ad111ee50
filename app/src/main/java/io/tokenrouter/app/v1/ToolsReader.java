package io.tokenrouter.app.v1;

import io.tokenrouter.app.serving.Served;
import io.tokenrouter.app.tools.CallFormat;
import io.tokenrouter.app.tools.Tool;
import io.tokenrouter.engine.text.Characters;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/** Reads {@code tools}, {@code tool_choice} and {@code parallel_tool_calls}. */
@Component
class ToolsReader {

    private static final String FIELD = "tools";
    private static final int MOST_TOOLS = 128;
    private static final int MOST_CHARACTERS = 512 * 1024;

    private final ApiJson json;

    ToolsReader(ApiJson json) {
        this.json = json;
    }

    /** As {@link #read(JsonNode, JsonNode, boolean, Served)}, from the fields of a chat. */
    @Nullable
    ToolUse read(ChatFields chat, Served served) {
        boolean parallel = !Boolean.FALSE.equals(chat.parallelToolCalls());
        return read(chat.tools(), chat.toolChoice(), parallel, served);
    }

    /**
     * The tools that the model is told of; null where it is told of none.
     *
     * @throws ApiException 400 that names the place, or says that the model knows no tools
     */
    @Nullable
    ToolUse read(@Nullable JsonNode given, @Nullable JsonNode toolChoice, boolean parallel, Served served) {
        if (!Checks.isGiven(given)) {
            ToolChoice.read(toolChoice, List.of());
            return null;
        }
        List<Map<String, @Nullable Object>> shown = new ArrayList<>();
        Map<String, Tool> tools = tools(given, shown);
        List<Tool> all = List.copyOf(tools.values());
        ToolChoice choice = ToolChoice.read(toolChoice, all);
        if (choice.mode() == ToolChoice.Mode.NONE) {
            return null;
        }
        // A choice of one tool is a choice of one call.
        boolean one = choice.mode() == ToolChoice.Mode.NAMED;
        return new ToolUse(format(served), all, shown, choice.forced(), parallel && !one);
    }

    private static CallFormat format(Served served) {
        String template = served.chatTemplate().source();
        return CallFormat.of(template)
                .orElseThrow(() -> ApiException.unsupported(
                        FIELD,
                        CallFormat.showsTools(template)
                                ? "The chat template of '" + served.id() + "' has tools, but the format of its calls is"
                                        + " not known to this server; leave tools out, or send tool_choice 'none'."
                                : "The chat template of '" + served.id() + "' knows no tools; leave tools out, or send"
                                        + " tool_choice 'none'. GET /v1/models tells the models that have a"
                                        + " tool_call_parser."));
    }

    private Map<String, Tool> tools(@Nullable JsonNode given, List<Map<String, @Nullable Object>> shown) {
        if (given == null || !given.isArray() || given.isEmpty() || given.size() > MOST_TOOLS) {
            throw ApiException.invalid(
                    FIELD, "tools must be an array of 1 to " + MOST_TOOLS + " tools; leave it out for none.");
        }
        if (Characters.count(given.toString()) > MOST_CHARACTERS) {
            throw ApiException.invalid(FIELD, "tools may have at most " + MOST_CHARACTERS + " characters together.");
        }
        Map<String, Tool> tools = new LinkedHashMap<>();
        for (int i = 0; i < given.size(); i++) {
            String place = FIELD + "[" + i + "]";
            Tool tool = ToolDefinition.read(given.get(i), place, json);
            if (tools.put(tool.name(), tool) != null) {
                throw ApiException.invalid(
                        place + ".function.name", "There is more than one tool of the name '" + tool.name() + "'.");
            }
            shown.add(ToolDefinition.fields(json.plain(given.get(i))));
        }
        return tools;
    }
}
