package io.tokenrouter.app.remote;

import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Things of one kind that the server keeps: all of them as a table, and one with all that is told of it. */
abstract class ListedTopic extends Topic {

    private final String kind;
    private final String[] columns;

    /**
     * @param kind as the admin API names it, in its addresses and its answers
     * @param columns fields of the table
     */
    ListedTopic(String kind, String... columns) {
        this.kind = kind;
        this.columns = columns;
    }

    /** Lists all. */
    @Command(description = "All of them, in a table.")
    public int list(@Mixin Server server) {
        return server.show(api -> api.get(path()), (answer, out) -> Columns.list(rows(answer), out, columns));
    }

    /** What the table has a row for each of. */
    JsonNode rows(JsonNode answer) {
        return answer.path(kind);
    }

    /** Shows one. */
    @Command(description = "One, with all that the server tells of it.")
    public int show(@Mixin Server server, @Parameters(paramLabel = "ID") Id id) {
        return server.show(api -> api.get(path(id)), Columns::one);
    }

    /** Begins something that the server goes on with by itself. */
    final int begin(Server server, Id id, String what) {
        return server.show(
                api -> api.post(path(id) + "/" + what, Map.of()),
                (answer, out) -> out.println(id + " is " + Columns.text(answer.path("state"))));
    }

    final String path() {
        return "/api/admin/" + kind;
    }

    final String path(Id id) {
        return path() + "/" + id;
    }
}
