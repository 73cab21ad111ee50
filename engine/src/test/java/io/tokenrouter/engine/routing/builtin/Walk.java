package io.tokenrouter.engine.routing.builtin;

import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.api.TextEncoder;
import io.tokenrouter.engine.routing.Cause;
import io.tokenrouter.engine.routing.Hop;
import io.tokenrouter.engine.routing.Prompt;
import io.tokenrouter.engine.routing.Reply;
import io.tokenrouter.engine.routing.Role;
import io.tokenrouter.engine.routing.RoutingAlgorithm;
import io.tokenrouter.engine.routing.RoutingAlgorithms;
import io.tokenrouter.engine.routing.Step;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One request against two scripted models: at position p of the answer the small model proposes the id 2p, the large one
 * 2p + 1, each with the metric its script says. Advanced hop by hop, so that two can be interleaved.
 */
final class Walk<S> {

    static final int VOCABULARY = 512;

    private final RoutingAlgorithm<S> algorithm;
    private final S state;
    private final Script script;
    private final ScriptedTrace trace = new ScriptedTrace(3);
    private final StringBuilder asked = new StringBuilder();

    /** What the models say. */
    interface Script {
        Step step(Role role, int position, int token);

        /** False where the role does not answer at this position. */
        default boolean answers(Role role, int position) {
            return true;
        }
    }

    private Walk(RoutingAlgorithm<S> algorithm, Script script, long seed) {
        this.algorithm = algorithm;
        this.script = script;
        this.state = algorithm.begin(new Prompt(
                new int[] {1, 2, 3},
                VOCABULARY,
                seed,
                Set.of(),
                TextEncoder.NONE,
                Map.of(Role.SMALL, 512, Role.LARGE, 512)));
    }

    static Walk<?> begin(RoutingAlgorithm<?> algorithm, Script script, long seed) {
        return new Walk<>(algorithm, script, seed);
    }

    static Walk<?> begin(String name, Map<String, Object> options, Script script) {
        return begin(RoutingAlgorithms.load().create(new PolicySpec(name, options)), script, 0);
    }

    /** Entropies by position; every other signal says nothing. */
    static Script entropies(double[] small, double[] large) {
        return (role, position, token) -> {
            double value = role.equals(Role.SMALL) ? small[position] : large[position];
            return step(token, (float) value, Float.NaN, Float.NaN, Float.NaN, Float.NaN);
        };
    }

    static Step step(int token, float entropy, float top, float margin, float au, float eu) {
        return new Step(token, 0, entropy, top, margin, au, eu, new int[0], new float[0], null, new float[0]);
    }

    void hop() {
        Role role = ((Hop.To) algorithm.route(state, trace)).role();
        int position = trace.length() - trace.promptLength();
        asked.append(role.equals(Role.SMALL) ? 's' : 'L');
        int token = 2 * position + (role.equals(Role.SMALL) ? 0 : 1);
        Reply reply = script.answers(role, position)
                ? new Reply(role, List.of(script.step(role, position, token)), Cause.ANSWERED)
                : new Reply(role, List.of(), Cause.UNAVAILABLE);
        algorithm.receive(state, trace, reply);
    }

    /** Who wrote each of the first n tokens, as letters s and L. */
    String writers(int n) {
        for (int hops = 0; trace.generated().size() < n; hops++) {
            if (hops > 4 * n + 4) {
                throw new IllegalStateException("no progress: " + asked);
            }
            hop();
        }
        StringBuilder letters = new StringBuilder();
        List<Integer> ids = trace.generated();
        for (int p = 0; p < n; p++) {
            if (ids.get(p) / 2 != p) {
                throw new IllegalStateException("position " + p + " holds a token of position " + ids.get(p) / 2);
            }
            letters.append(ids.get(p) % 2 == 0 ? 's' : 'L');
        }
        return letters.toString();
    }

    /** Who was asked, in order. */
    String asked() {
        return asked.toString();
    }
}
