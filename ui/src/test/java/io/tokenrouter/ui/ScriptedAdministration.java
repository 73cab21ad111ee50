package io.tokenrouter.ui;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import reactor.core.publisher.Mono;

/** People and an audit log as a small team has them, some of it full of markup. */
final class ScriptedAdministration implements ConsolePeople, ConsoleAudit {

    @Override
    public Mono<List<Person>> all() {
        return Mono.just(List.of(
                new Person("admin", "admin", false, false, 3, Instant.parse("2026-11-27T14:06:31Z")),
                new Person("leaver", "operator", true, false, 7, Instant.parse("2026-10-01T09:00:00Z")),
                new Person("newcomer", "viewer", false, true, 1, null)));
    }

    @Override
    public List<String> topics() {
        return List.of("policy", "session", "new-kind");
    }

    @Override
    public Mono<Found> find(Filter filter) {
        if ("nothing".equals(filter.text())) {
            return Mono.just(new Found(null, List.of(), List.of("admin"), 0, null));
        }
        return Mono.just(new Found(
                "x".equals(filter.from()) ? "from must be a day such as 2026-11-30" : null,
                List.of(
                        new Entry(
                                20418,
                                Instant.parse("2026-11-27T14:06:31Z"),
                                "admin",
                                "console, 10.4.0.23",
                                "policy.save",
                                "hard-digits",
                                Map.of("enter", 0.45, "metric", "entropy", "window", Map.of("size", 3)),
                                Map.of("enter", 0.2, "metric", "entropy", "window", Map.of("size", 4)),
                                "Share target <4 %>"),
                        new Entry(
                                20417,
                                Instant.parse("2026-11-21T10:02:55Z"),
                                "admin",
                                "console, 10.4.0.23",
                                "session.begin",
                                "admin",
                                null,
                                null,
                                null)),
                List.of("admin", "ann"),
                1214,
                20417L));
    }

    @Override
    public Mono<List<Entry>> recentChanges(int most) {
        return find(new Filter(null, null, null, null, null, null))
                .map(found -> found.entries().subList(0, 1));
    }
}
