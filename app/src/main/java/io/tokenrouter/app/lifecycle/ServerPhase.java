package io.tokenrouter.app.lifecycle;

import io.tokenrouter.app.serving.ServingStatus;
import org.springframework.stereotype.Component;

/** Where in its life the server is. */
@Component
class ServerPhase implements ServingStatus {

    private volatile Phase phase = Phase.LOADING;

    @Override
    public Phase phase() {
        return phase;
    }

    void become(Phase next) {
        phase = next;
    }
}
