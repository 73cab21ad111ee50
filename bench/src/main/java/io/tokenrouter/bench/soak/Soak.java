package io.tokenrouter.bench.soak;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/** Runs clients and an operator against one server. */
final class Soak {

    private static final long BETWEEN_CHANGES_MILLIS = 200;
    private static final long QUIET_SECONDS = 60;

    private final URI server;
    private final String session;
    private final JvmProcess process;
    private final int clients;
    private final SplittableRandom random;

    Soak(URI server, String session, JvmProcess process, int clients, long seed) {
        this.server = server;
        this.session = session;
        this.process = process;
        this.clients = clients;
        this.random = new SplittableRandom(seed);
    }

    /** Returns after about so many seconds, when all clients have their last answer; says how many it took. */
    double run(Tally tally, double seconds) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        long end = begin + (long) (seconds * 1e9);
        try (Api api = new Api(server)) {
            Operator operator = new Operator(api, session, tally, random.split());
            JsonNode key = operator.makeKey("soak clients " + begin);
            operator.begin();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < clients; i++) {
                Traffic traffic = new Traffic(api, key.path("secret").stringValue(), tally, random.split());
                threads.add(Thread.ofPlatform().name("client-" + i).start(() -> {
                    while (System.nanoTime() < end) {
                        traffic.one();
                    }
                }));
            }
            while (System.nanoTime() < end) {
                operator.one();
                Thread.sleep(BETWEEN_CHANGES_MILLIS);
            }
            for (Thread thread : threads) {
                thread.join();
            }
            operator.end();
            operator.revoke(key.at("/key/id").stringValue());
        }
        return (System.nanoTime() - begin) / 1e9;
    }

    /**
     * What the server holds as soon as it holds no more than it may, or after a while what it will not let go. A single
     * look would not do: a job in the background may hold a connection of the database at that moment.
     */
    ServerState await(Predicate<ServerState> condition) throws IOException, InterruptedException {
        try (Api api = new Api(server)) {
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(QUIET_SECONDS);
            ServerState state = ServerState.of(api, process);
            while (!condition.test(state) && System.nanoTime() < deadline) {
                TimeUnit.SECONDS.sleep(1);
                state = ServerState.of(api, process);
            }
            return state;
        }
    }
}
