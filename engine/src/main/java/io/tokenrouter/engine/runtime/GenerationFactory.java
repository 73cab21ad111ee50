package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.StopCriteria;
import io.tokenrouter.engine.api.TokenListener;
import io.tokenrouter.engine.api.TokenMask;
import io.tokenrouter.engine.routing.Prompt;
import io.tokenrouter.engine.routing.Role;
import io.tokenrouter.engine.routing.RoutingAlgorithm;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts together the parts of a generation. */
final class GenerationFactory implements Generation.Departures {

    private static final Logger LOG = LoggerFactory.getLogger(GenerationFactory.class);
    private static final int[] NO_IDS = {};

    private final EngineOptions options;
    private final Admission admission;
    private final AtomicLong submitted = new AtomicLong();

    GenerationFactory(EngineOptions options, Admission admission) {
        this.options = options;
        this.admission = admission;
    }

    /**
     * A generation with its first decision taken and nothing started.
     *
     * @param mostIds most ids of prompt and answer
     * @throws EngineException ROUTING if the algorithm fails, or what it refuses the request with
     */
    Generation create(
            GenerationRequest request,
            Target target,
            RoutingAlgorithm<?> algorithm,
            int mostIds,
            TokenListener listener) {
        int[] prompt = request.promptIds();
        Tally tally = new Tally(target, prompt.length, options.clock().getAsLong());
        EndConditions conditions = endConditions(target, algorithm, request, mostIds - prompt.length);
        SignalReport report = listener.wantsSignals() ? new SignalReport(target) : null;
        EventStream stream = new EventStream(
                target, request.topLogprobs(), listener, report, conditions, tally, options.metrics(), options.clock());
        Ledger ledger = new Ledger(
                target.roles(),
                target.vocabulary(),
                target.idLimit(),
                prompt,
                mostIds,
                algorithm.spec().maxTail(),
                stream,
                allowed(request, target));
        int topIds = report == null ? request.topLogprobs() : Math.max(SignalReport.TOP_IDS, request.topLogprobs());
        Walk walk = begin(request, target, algorithm, ledger, stream, tally, topIds);
        return new Generation(request.id(), submitted.getAndIncrement(), target, walk, stream, tally, options, this);
    }

    @Override
    public void cancelledEarly(Generation generation) {
        if (admission.withdraw(generation)) {
            generation.start();
        }
    }

    @Override
    public void gone(Generation generation) {
        Generation next = admission.gone(generation, secondsOf(generation));
        if (next != null) {
            next.start();
        }
    }

    /** 0 where nobody knows: a place must be given back in any case. */
    private double secondsOf(Generation generation) {
        try {
            return generation.tally().ageNanos(options.clock().getAsLong()) / 1e9;
        } catch (Throwable failure) {
            Failures.log(LOG, "The duration of a generation is not known", failure);
            return 0;
        }
    }

    private Walk begin(
            GenerationRequest request,
            Target target,
            RoutingAlgorithm<?> algorithm,
            Ledger ledger,
            EventStream stream,
            Tally tally,
            int topIds) {
        try {
            int[][] turnEnds = turnEnds(target, request);
            Session<?> session = Session.begin(
                    algorithm,
                    new Prompt(
                            request.promptIds(),
                            target.idLimit(),
                            request.sampling().seed(),
                            Arrays.stream(turnEnds)
                                    .flatMapToInt(Arrays::stream)
                                    .boxed()
                                    .collect(Collectors.toUnmodifiableSet()),
                            target.text(),
                            target.capacities()));
            Walk walk = new Walk(
                    target,
                    session,
                    ledger,
                    stream,
                    tally,
                    new Turn(ledger, request.sampling(), request.renderings()),
                    turnEnds,
                    topIds,
                    options);
            walk.begin();
            return walk;
        } catch (EngineException refusal) {
            throw refusal;
        } catch (Throwable failure) {
            throw new EngineException(
                    EngineException.Kind.ROUTING, Failures.message("the routing algorithm failed", failure), failure);
        }
    }

    /** Null for any token. */
    private static @Nullable AllowedTokens allowed(GenerationRequest request, Target target) {
        int count = request.stop().minTokens();
        if (count == 0) {
            return request.constraint() == null ? null : new AllowedTokens(request.constraint(), null);
        }
        int[] ends = Arrays.stream(turnEnds(target, request))
                .flatMapToInt(Arrays::stream)
                .distinct()
                .toArray();
        return new AllowedTokens(request.constraint(), new LeastTokens(count, TokenMask.ofIds(ends), target.idLimit()));
    }

    /** Per role, ids behind which nothing more needs to be written: end ids, and those that end the request. */
    private static int[][] turnEnds(Target target, GenerationRequest request) {
        int[][] ends = endIds(target, Set.copyOf(target.roles()), request);
        for (int role = 0; role < ends.length; role++) {
            ends[role] = joined(ends[role], request.stop().tokenIds());
        }
        return ends;
    }

    private static EndConditions endConditions(
            Target target, RoutingAlgorithm<?> algorithm, GenerationRequest request, int mostTokens) {
        try {
            return new EndConditions(
                    target.vocabulary(),
                    endIds(target, algorithm.spec().eosFrom(), request),
                    request.stop(),
                    mostTokens);
        } catch (IllegalArgumentException impossible) {
            throw EngineException.invalid("stop", String.valueOf(impossible.getMessage()));
        }
    }

    /**
     * Per role, the end ids of all models, because each of them has learnt what the files of the others call an end, and files of one
     * family list different ones; none for roles that are not named and where the request ignores them. Those of a constraint count
     * whoever writes them: it allows them only where the answer is whole.
     */
    private static int[][] endIds(Target target, Set<Role> of, GenerationRequest request) {
        StopCriteria stop = request.stop();
        int[] ends = EndConditions.sorted(target.endIds());
        int[][] ids = new int[target.roles().size()][];
        for (int role = 0; role < ids.length; role++) {
            boolean count = !stop.ignoreEos() && of.contains(target.roles().get(role));
            ids[role] = count ? ends : NO_IDS;
            if (request.constraint() != null && !stop.ignoreEos()) {
                ids[role] = joined(ids[role], request.constraint().endIds());
            }
        }
        return ids;
    }

    private static int[] joined(int[] ids, Set<Integer> more) {
        return IntStream.concat(Arrays.stream(ids), more.stream().mapToInt(Integer::intValue))
                .distinct()
                .sorted()
                .toArray();
    }
}
