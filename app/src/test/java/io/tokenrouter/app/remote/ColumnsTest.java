package io.tokenrouter.app.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A server's answers as a terminal shows them. */
class ColumnsTest {

    @Test
    void timesAreShownInWholeSeconds() throws Exception {
        StringWriter out = new StringWriter();
        Columns.list(
                JsonMapper.shared()
                        .readTree("[{\"a\": \"2026-11-30T08:01:02.123456789Z\", \"b\": \"2026-11-30T08:01:02Z\","
                                + " \"c\": \"v2.5Z\"}]"),
                new PrintWriter(out, true),
                "a",
                "b",
                "c");
        assertThat(out.toString()).endsWith("2026-11-30T08:01:02Z  2026-11-30T08:01:02Z  v2.5Z\n");
    }

    @Test
    void whatAServerSaysCannotSteerATerminal() throws Exception {
        StringWriter out = new StringWriter();
        Columns.list(JsonMapper.shared().readTree("[{\"id\": \"a\\u001b[31mb\"}]"), new PrintWriter(out, true), "id");
        assertThat(out.toString()).contains("a\\u001b[31mb");
    }

    @Test
    void oneThingIsShownInLinesHoweverDeepItIs() throws Exception {
        StringWriter out = new StringWriter();
        JsonNode told = JsonMapper.shared().readTree("""
                {"name": "vorsichtig – 慎重", "reason": "first\\nsecond", "options": {"enter": 0.3, "words": ["a", "b"]},
                 "pairs": [], "versions": [{"version": 2, "by": {"name": "ann"}}, {"version": 1}], "none": null}
                """);
        Columns.one(told, new PrintWriter(out, true));
        assertThat(out.toString().lines())
                .containsExactly(
                        "name: vorsichtig – 慎重",
                        "reason: first\\nsecond",
                        "options:",
                        "  enter: 0.3",
                        "  words: a, b",
                        "pairs: -",
                        "versions:",
                        "  -",
                        "    version: 2",
                        "    by:",
                        "      name: ann",
                        "  -",
                        "    version: 1",
                        "none: -");
    }
}
