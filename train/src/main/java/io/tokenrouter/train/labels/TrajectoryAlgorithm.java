package io.tokenrouter.train.labels;

import io.tokenrouter.engine.heads.Head;
import io.tokenrouter.engine.routing.Hop;
import io.tokenrouter.engine.routing.Prompt;
import io.tokenrouter.engine.routing.Reply;
import io.tokenrouter.engine.routing.Role;
import io.tokenrouter.engine.routing.RoutingAlgorithm;
import io.tokenrouter.engine.routing.Signals;
import io.tokenrouter.engine.routing.Spec;
import io.tokenrouter.engine.routing.Trace;
import java.util.Map;

/** Small, large, small, large; the large model's token is committed, the small one's step kept. */
final class TrajectoryAlgorithm implements RoutingAlgorithm<Trajectory> {

    private static final Hop SMALL = Hop.to(Role.SMALL);
    private static final Hop LARGE = Hop.to(Role.LARGE);

    private final Spec spec;
    private final Map<Long, Trajectory> open;

    /** @param open gets every request's trajectory under its seed */
    TrajectoryAlgorithm(Head head, Map<Long, Trajectory> open) {
        spec = Spec.of(Role.SMALL, Role.LARGE)
                .withSignals(Role.SMALL, Signals.BASIC.withHead(head))
                .withEosFrom(Role.LARGE);
        this.open = open;
    }

    @Override
    public Spec spec() {
        return spec;
    }

    @Override
    public Trajectory begin(Prompt prompt) {
        Trajectory trajectory = new Trajectory();
        open.put(prompt.seed(), trajectory);
        return trajectory;
    }

    @Override
    public Hop route(Trajectory trajectory, Trace trace) {
        return trajectory.isAsked() ? LARGE : SMALL;
    }

    @Override
    public void receive(Trajectory trajectory, Trace trace, Reply reply) {
        if (reply.isTroubled()) {
            throw new IllegalStateException("the " + reply.from() + " model did not answer: " + reply.cause());
        }
        if (reply.from().equals(Role.SMALL)) {
            trajectory.small(reply.last());
        } else {
            trajectory.written();
            trace.commit(reply.last().token());
        }
    }
}
