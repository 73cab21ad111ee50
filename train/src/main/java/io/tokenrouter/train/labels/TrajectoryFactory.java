package io.tokenrouter.train.labels;

import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.heads.Head;
import io.tokenrouter.engine.routing.AlgorithmFactory;
import io.tokenrouter.engine.routing.OptionSpec;
import io.tokenrouter.engine.routing.Options;
import io.tokenrouter.engine.routing.RoutingAlgorithm;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Makes the algorithm that lets the large model write and asks the small one at every position all the same; keeps what the small
 * one said until it is taken.
 */
public final class TrajectoryFactory implements AlgorithmFactory {

    private static final String NAME = "trajectory";

    /** Requests use it without options. */
    public static final PolicySpec POLICY = PolicySpec.of(NAME);

    private final Map<Long, Trajectory> open = new ConcurrentHashMap<>();
    private final TrajectoryAlgorithm algorithm;

    /** @param head whose numbers are kept */
    public TrajectoryFactory(Head head) {
        algorithm = new TrajectoryAlgorithm(head, open);
    }

    /**
     * What was kept of the request with this seed, which has ended; nothing is kept of it any more.
     *
     * @throws IllegalStateException if there was none
     */
    public Trajectory take(long seed) {
        Trajectory trajectory = open.remove(seed);
        if (trajectory == null) {
            throw new IllegalStateException("no request with seed " + seed + " was followed");
        }
        return trajectory;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String help() {
        return "The large model writes; the small one is asked at every position and heard nowhere.";
    }

    @Override
    public List<OptionSpec> options() {
        return List.of();
    }

    @Override
    public @Nullable String thresholdOption() {
        return null;
    }

    @Override
    public RoutingAlgorithm<?> create(Options options) {
        return algorithm;
    }
}
