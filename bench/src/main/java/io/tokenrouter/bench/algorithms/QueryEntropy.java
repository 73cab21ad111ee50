package io.tokenrouter.bench.algorithms;

import io.tokenrouter.engine.routing.AlgorithmFactory;
import io.tokenrouter.engine.routing.Ask;
import io.tokenrouter.engine.routing.Hop;
import io.tokenrouter.engine.routing.OptionSpec;
import io.tokenrouter.engine.routing.Options;
import io.tokenrouter.engine.routing.Prompt;
import io.tokenrouter.engine.routing.Reply;
import io.tokenrouter.engine.routing.Role;
import io.tokenrouter.engine.routing.RoutingAlgorithm;
import io.tokenrouter.engine.routing.Spec;
import io.tokenrouter.engine.routing.Step;
import io.tokenrouter.engine.routing.Stop;
import io.tokenrouter.engine.routing.Trace;
import java.nio.IntBuffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * {@code query-entropy}: a cascade. The small model writes the first tokens; if its mean entropy over the prompt and these is at or above
 * the threshold they are dropped, and the large model writes the whole answer.
 *
 * @param doubts of all prompts that will be asked, by their ids
 */
record QueryEntropy(Map<IntBuffer, Doubt> doubts) implements AlgorithmFactory {

    static final String NAME = "query-entropy";
    static final String THRESHOLD = "threshold";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String help() {
        return "The small model's mean entropy over the prompt and its first tokens decides who writes the whole answer.";
    }

    @Override
    public List<OptionSpec> options() {
        return List.of(OptionSpec.number(
                THRESHOLD, 1.0, 0, 20, "nats", "The large model writes answers with at least this mean entropy."));
    }

    @Override
    public String thresholdOption() {
        return THRESHOLD;
    }

    @Override
    public RoutingAlgorithm<?> create(Options options) {
        return new Cascade(doubts, options.number(THRESHOLD));
    }

    /** What a request remembers. */
    private static final class State {

        private final Doubt doubt;
        private @Nullable Role writer;

        State(Doubt doubt) {
            this.doubt = doubt;
        }
    }

    private record Cascade(Map<IntBuffer, Doubt> doubts, double threshold) implements RoutingAlgorithm<State> {

        @Override
        public Spec spec() {
            return Spec.of(Role.SMALL, Role.LARGE);
        }

        @Override
        public State begin(Prompt prompt) {
            return new State(Objects.requireNonNull(doubts.get(IntBuffer.wrap(prompt.ids()))));
        }

        @Override
        public Hop route(State state, Trace trace) {
            return Hop.to(state.writer == null ? Role.SMALL : state.writer);
        }

        @Override
        public Ask send(State state, Trace trace, Role to) {
            return state.writer == null ? Ask.next(Doubt.FIRST_TOKENS, Stop.NEVER) : Ask.next();
        }

        @Override
        public void receive(State state, Trace trace, Reply reply) {
            if (reply.isTroubled()) {
                throw new IllegalStateException(reply.from() + " did not answer: " + reply.cause());
            }
            if (state.writer == null) {
                double sum = reply.steps().stream().mapToDouble(Step::entropy).sum();
                boolean unsure = state.doubt.mean(sum, reply.steps().size()) >= threshold;
                state.writer = unsure ? Role.LARGE : Role.SMALL;
            }
            if (reply.from().equals(state.writer)) {
                trace.commit(reply.tokens());
            }
        }
    }
}
