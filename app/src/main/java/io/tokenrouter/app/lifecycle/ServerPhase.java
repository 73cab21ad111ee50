package io.tokenrouter.app.lifecycle;

import io.tokenrouter.app.serving.ServingStatus;
import java.util.List;
import org.springframework.stereotype.Component;

/** Where in its life the server is. */
@Component
class ServerPhase implements ServingStatus {

    private final ProgressWatchdog watchdog;
    private volatile Phase phase = Phase.LOADING;

    ServerPhase(ProgressWatchdog watchdog) {
        this.watchdog = watchdog;
    }

    @Override
    public Phase phase() {
        return phase;
    }

    @Override
    public List<String> stuckModels() {
        return watchdog.stuck().stream().map(ProgressWatchdog.StuckModel::model).toList();
    }

    void become(Phase next) {
        phase = next;
    }
}
