package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.routing.Ask;
import io.tokenrouter.engine.routing.Hop;
import io.tokenrouter.engine.routing.Prompt;
import io.tokenrouter.engine.routing.Reply;
import io.tokenrouter.engine.routing.Role;
import io.tokenrouter.engine.routing.RoutingAlgorithm;
import io.tokenrouter.engine.routing.Spec;
import io.tokenrouter.engine.routing.Trace;

/** An algorithm together with its state of one request. */
final class Session<S> {

    private final RoutingAlgorithm<S> algorithm;
    private final Spec spec;
    private final S state;

    private Session(RoutingAlgorithm<S> algorithm, Prompt prompt) {
        this.algorithm = algorithm;
        this.spec = algorithm.spec();
        this.state = algorithm.begin(prompt);
    }

    static <S> Session<S> begin(RoutingAlgorithm<S> algorithm, Prompt prompt) {
        return new Session<>(algorithm, prompt);
    }

    Spec spec() {
        return spec;
    }

    Hop route(Trace trace) {
        return algorithm.route(state, trace);
    }

    Ask send(Trace trace, Role to) {
        return algorithm.send(state, trace, to);
    }

    void receive(Trace trace, Reply reply) {
        algorithm.receive(state, trace, reply);
    }
}
