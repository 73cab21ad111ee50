package io.tokenrouter.app.v1;

import io.tokenrouter.app.tools.CallFormat;
import io.tokenrouter.app.tools.Tool;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tools of a request.
 *
 * @param format in which the model writes calls
 * @param tools all that it may call, in the order of the request
 * @param shown the same as the request has them, for the chat template
 * @param forced the answer must call one of these; empty where it may, and need not, call any
 * @param parallel whether it may make more than one call
 */
record ToolUse(
        CallFormat format,
        List<Tool> tools,
        List<Map<String, @Nullable Object>> shown,
        List<Tool> forced,
        boolean parallel) {

    boolean isForced() {
        return !forced.isEmpty();
    }
}
