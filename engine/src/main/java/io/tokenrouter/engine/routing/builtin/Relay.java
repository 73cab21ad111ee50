package io.tokenrouter.engine.routing.builtin;

import io.tokenrouter.engine.routing.Ask;
import io.tokenrouter.engine.routing.Hop;
import io.tokenrouter.engine.routing.Prompt;
import io.tokenrouter.engine.routing.Reply;
import io.tokenrouter.engine.routing.Role;
import io.tokenrouter.engine.routing.RoutingAlgorithm;
import io.tokenrouter.engine.routing.Spec;
import io.tokenrouter.engine.routing.Trace;
import io.tokenrouter.engine.routing.View;
import java.util.ArrayList;
import java.util.List;

/**
 * A small model that was trained for it calls the large one by what it writes: {@code <call>n</call>} lets the large model write n
 * tokens. The large model does not see the calls. Should it not answer, the small model goes on.
 */
final class Relay implements RoutingAlgorithm<Relay.State> {

    private static final Hop SMALL = Hop.to(Role.SMALL);
    private static final Hop LARGE = Hop.to(Role.LARGE);
    private static final Spec SPEC = Spec.of(Role.SMALL, Role.LARGE);

    private final String open;
    private final String close;
    private final int mostCalls;
    private final int mostTokens;

    /**
     * @param mostCalls later calls are not followed
     * @param mostTokens a call for more gets so many
     */
    Relay(String open, String close, int mostCalls, int mostTokens) {
        this.open = open;
        this.close = close;
        this.mostCalls = mostCalls;
        this.mostTokens = mostTokens;
    }

    /** One request. */
    static final class State {
        private final CallScanner scanner;
        private final List<View.Range> calls = new ArrayList<>();
        private int followed;
        private int pending;

        State(CallScanner scanner) {
            this.scanner = scanner;
        }
    }

    @Override
    public Spec spec() {
        return SPEC;
    }

    @Override
    public State begin(Prompt prompt) {
        return new State(new CallScanner(open, close));
    }

    @Override
    public Hop route(State state, Trace trace) {
        return state.pending > 0 ? LARGE : SMALL;
    }

    @Override
    public Ask send(State state, Trace trace, Role to) {
        return to.equals(Role.LARGE) ? Ask.next().of(new View.Without(state.calls)) : Ask.next();
    }

    @Override
    public void receive(State state, Trace trace, Reply reply) {
        boolean fromLarge = reply.from().equals(Role.LARGE);
        if (reply.isTroubled()) {
            state.pending = fromLarge ? 0 : 1;
            return;
        }
        trace.commit(reply.tokens());
        if (fromLarge) {
            state.pending--;
            return;
        }
        int position = trace.length() - 1;
        CallScanner.Call call = state.scanner.accept(position, trace.bytes(position));
        if (call != null) {
            state.calls.add(call.stretch());
            if (call.tokens() > 0 && state.followed < mostCalls) {
                state.followed++;
                state.pending = Math.min(call.tokens(), mostTokens);
            }
        }
    }
}
