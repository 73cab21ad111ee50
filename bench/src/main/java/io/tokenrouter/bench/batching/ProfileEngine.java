package io.tokenrouter.bench.batching;

import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.fixtures.Pace;
import io.tokenrouter.engine.fixtures.ProfileDevice;
import io.tokenrouter.engine.fixtures.ProfileExecutor;
import io.tokenrouter.engine.routing.RoutingAlgorithms;
import io.tokenrouter.engine.runtime.EngineOptions;
import io.tokenrouter.engine.runtime.RoutingEngine;
import io.tokenrouter.engine.subserver.GroupPlan;
import io.tokenrouter.engine.throughput.DeviceMode;
import io.tokenrouter.engine.throughput.ModelProfile;
import java.util.List;
import java.util.stream.IntStream;

/** A routing engine on a pair of profile executors, and the clients of one case. It begins greedily. */
final class ProfileEngine implements AutoCloseable {

    static final String SMALL = "small";
    private static final String LARGE = "large";
    private static final String PAIR = "pair";

    private final RoutingEngine engine;
    private final ClosedLoop clients;

    /**
     * Begins at once.
     *
     * @param models small and large
     */
    ProfileEngine(List<ModelProfile> models, ProfileCase each, EngineOptions options) {
        engine = new RoutingEngine(options.withLimits(each.requests(), each.requests()), RoutingAlgorithms.load());
        ProfileDevice shared = new ProfileDevice(each.device(), Pace.REAL);
        addModel(SMALL, models.getFirst(), each, shared);
        addModel(LARGE, models.getLast(), each, shared);
        PolicySpec policy = ProfileExecutor.policy(each.share());
        engine.addPair(PAIR, SMALL, LARGE, policy);
        clients = new ClosedLoop(
                engine,
                LARGE,
                IntStream.range(0, each.requests())
                        .mapToObj(number -> new Conversation(
                                each.traffic(),
                                PAIR,
                                policy,
                                number,
                                each.requests(),
                                ProfileExecutor.vocabulary().size()))
                        .toList());
    }

    ClosedLoop clients() {
        return clients;
    }

    /** From the next decision on. */
    void follow(GroupPlan plan) {
        engine.scheduler().apply(engine.scheduler().groups().getFirst().shape(), plan);
    }

    private void addModel(String id, ModelProfile profile, ProfileCase each, ProfileDevice shared) {
        ProfileDevice device =
                each.device() instanceof DeviceMode.Separate ? new ProfileDevice(each.device(), Pace.REAL) : shared;
        int context = each.traffic().context();
        engine.addModel(
                id,
                new ProfileExecutor(profile, device, each.requests(), context, id.hashCode()),
                ProfileExecutor.vocabulary());
    }

    @Override
    public void close() {
        clients.close();
        engine.close();
    }
}
