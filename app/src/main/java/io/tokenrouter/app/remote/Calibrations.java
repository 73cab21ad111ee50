package io.tokenrouter.app.remote;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Has a calibration done and waits for its end, telling how far it is. Cancelled at the server where this program ends before. */
final class Calibrations {

    private static final Duration PAUSE = Duration.ofMillis(500);

    private final AdminApi api;
    private final String path;
    private final PrintWriter progress;
    private String told = "";

    /** @param progress a line for each part, and for each tenth of one */
    Calibrations(AdminApi api, Id pair, PrintWriter progress) {
        this.api = api;
        this.path = "/api/admin/pairs/" + pair + "/calibrations";
        this.progress = progress;
    }

    /** @throws RemoteException if it is refused or fails */
    JsonNode find(Map<String, ?> fields) {
        JsonNode answer = api.post(path, fields);
        return answer.path("id").isNull() ? answer : ended(answer);
    }

    private JsonNode ended(JsonNode begun) {
        String job = path + "/" + begun.path("id").asString();
        Thread cancelling = new Thread(() -> api.delete(job));
        Runtime.getRuntime().addShutdownHook(cancelling);
        JsonNode answer = begun;
        while (answer.path("state").asString("").equals("running")) {
            tell(answer.path("progress"));
            try {
                Thread.sleep(PAUSE);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new RemoteException("interrupted");
            }
            answer = api.get(job);
        }
        Runtime.getRuntime().removeShutdownHook(cancelling);
        if (!answer.path("state").asString("").equals("done")) {
            throw new RemoteException(
                    answer.path("error").isNull()
                            ? "the calibration was cancelled"
                            : "the calibration failed: "
                                    + Columns.plain(answer.path("error").asString()));
        }
        return answer;
    }

    private void tell(JsonNode now) {
        int of = now.path("of").asInt(0);
        int tenths = of == 0 ? 0 : 10 * now.path("answered").asInt(0) / of;
        String line = Columns.text(now.path("what")) + (of == 0 ? "" : ": " + 10 * tenths + " % of " + of + " prompts");
        if (!line.equals(told)) {
            told = line;
            progress.println(line);
            progress.flush();
        }
    }
}
