package io.tokenrouter.app.admin;

import io.tokenrouter.app.keys.KeyService;
import io.tokenrouter.app.requests.Hop;
import io.tokenrouter.app.requests.RequestEntry;
import io.tokenrouter.app.requests.RequestQuery;
import io.tokenrouter.app.requests.RequestService;
import io.tokenrouter.app.requests.Route;
import io.tokenrouter.app.serving.UnlimitedCaller;
import io.tokenrouter.ui.ConsoleRequests;
import io.tokenrouter.ui.HopView;
import io.tokenrouter.ui.RequestView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Generations as the console shows them: the same as the admin API's answers. */
@Component
class ConsoleRequestsAdapter implements ConsoleRequests {

    private static final int PAGE = 25;

    private final RequestService requests;
    private final KeyService keys;

    ConsoleRequestsAdapter(RequestService requests, KeyService keys) {
        this.requests = requests;
        this.keys = keys;
    }

    @Override
    public Mono<Found> find(Filter filter) {
        return read(() -> {
            Map<String, String> names = RequestJson.keyNames(keys);
            RequestQuery query;
            try {
                query = new RequestParameters(
                                filter.model(), filter.key(), filter.outcome(), filter.text(), filter.before(), PAGE)
                        .query();
            } catch (Problem noFilter) {
                return found(String.valueOf(noFilter.getMessage()), List.of(), List.of(), null, true, names);
            }
            RequestService.All all = requests.all(query);
            RequestService.Page page = all.ended();
            return found(
                    null,
                    views(all.running(), names),
                    views(page.entries(), names),
                    RequestParameters.next(page.next()),
                    page.stored(),
                    names);
        });
    }

    @Override
    public Mono<Optional<Detail>> one(String id) {
        UUID uuid;
        try {
            uuid = UUID.fromString(id);
        } catch (IllegalArgumentException noId) {
            return Mono.just(Optional.empty());
        }
        return read(() -> requests.find(uuid).map(one -> detail(one, RequestJson.keyNames(keys))));
    }

    @Override
    public Motion motion() {
        return new Motion(requests.runningCount(), requests.endedCount());
    }

    private Found found(
            @Nullable String refusal,
            List<RequestView> running,
            List<RequestView> ended,
            @Nullable String next,
            boolean stored,
            Map<String, String> names) {
        List<Caller> callers = new ArrayList<>();
        for (UnlimitedCaller caller : UnlimitedCaller.values()) {
            callers.add(new Caller(caller.account(), name(caller.account(), names)));
        }
        names.forEach((id, name) -> callers.add(new Caller(id, name)));
        return new Found(
                refusal,
                running,
                ended,
                next,
                stored,
                callers,
                RequestService.MOST_RECENT,
                requests.kept().toDays());
    }

    private static Detail detail(RequestService.One one, Map<String, String> names) {
        Route route = one.route();
        return new Detail(
                view(one.entry(), names),
                one.waitedMillis(),
                route == null
                        ? null
                        : route.hops().stream()
                                .map(ConsoleRequestsAdapter::view)
                                .toList(),
                route == null ? 0 : route.omittedHops());
    }

    private static List<RequestView> views(List<RequestEntry> entries, Map<String, String> names) {
        return entries.stream().map(entry -> view(entry, names)).toList();
    }

    private static RequestView view(RequestEntry entry, Map<String, String> names) {
        return new RequestView(
                entry.id().toString(),
                entry.requestId(),
                entry.target(),
                entry.small(),
                entry.large(),
                entry.caller() == null ? null : name(entry.caller(), names),
                policy(entry),
                entry.state(),
                entry.at(),
                entry.errorKind(),
                entry.promptTokens(),
                entry.cachedTokens(),
                entry.completionTokens(),
                entry.catchUpTokens(),
                entry.discardedTokens(),
                entry.switches(),
                entry.startedAt(),
                entry.finishedAt(),
                entry.queuedSeconds(),
                entry.firstTokenSeconds(),
                entry.betweenTokensSeconds(),
                entry.totalSeconds(),
                entry.tape() == null ? null : entry.tape().cells());
    }

    private static HopView view(Hop hop) {
        return new HopView(
                hop.model(),
                hop.token(),
                hop.steps(),
                hop.read(),
                hop.caughtUp(),
                hop.wrote(),
                hop.untaken(),
                hop.arrived(),
                hop.started(),
                hop.ended(),
                hop.waited(),
                hop.held(),
                hop.reading(),
                hop.rows(),
                hop.entropy());
    }

    private static @Nullable String policy(RequestEntry entry) {
        Integer version = entry.policyVersion();
        return version == null || version == 0 ? entry.policyName() : entry.policyName() + " " + version;
    }

    private static String name(String caller, Map<String, String> names) {
        if (caller.equals(UnlimitedCaller.CONSOLE.account())) {
            return "playground";
        }
        return caller.equals(UnlimitedCaller.ANONYMOUS.account())
                ? "without a key"
                : names.getOrDefault(caller, "a key that is gone");
    }

    private static <T> Mono<T> read(Callable<T> work) {
        return Mono.fromCallable(work).subscribeOn(Schedulers.boundedElastic());
    }
}
