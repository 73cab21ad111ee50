package io.tokenrouter.app.tools;

import java.util.List;

/** What a reader makes of a whole answer. */
record Answer(String text, List<ToolCall> calls) {

    /** @param pieces of the answer, in order */
    static Answer of(CallFormat format, List<Tool> tools, List<String> pieces) {
        CallReader reader = new CallReader(format, tools);
        StringBuilder text = new StringBuilder();
        CallAssembler calls = new CallAssembler();
        for (String piece : pieces) {
            add(reader.add(piece), text, calls);
        }
        add(reader.end(), text, calls);
        return new Answer(text.toString(), calls.calls());
    }

    private static void add(CallReader.Found found, StringBuilder text, CallAssembler calls) {
        text.append(found.text());
        found.calls().forEach(calls::add);
    }
}
