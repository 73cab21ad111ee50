package io.tokenrouter.ui;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.server.ResponseStatusException;
import reactor.core.publisher.Mono;

/** The page that is seen first: what goes on, and what is wrong. */
@Controller
class OverviewController {

    private final ConsoleCatalog catalog;
    private final ConsoleThroughput throughput;
    private final ConsoleAudit audit;
    private final Clock clock = Clock.systemUTC();

    OverviewController(ConsoleCatalog catalog, ConsoleThroughput throughput, ConsoleAudit audit) {
        this.catalog = catalog;
        this.throughput = throughput;
        this.audit = audit;
    }

    @GetMapping("/")
    Mono<String> overview(@ModelAttribute(name = "may", binding = false) May may, Model model) {
        OverviewPage page = OverviewPage.of(catalog, throughput.status());
        model.addAttribute("page", page);
        return changes(may, page).map(changes -> {
            changes.ifPresent(some -> model.addAttribute("changes", some));
            return "overview";
        });
    }

    /** Empty for those who may not read them. The page does without where the database does not answer. */
    private Mono<Optional<RecentChanges>> changes(May may, OverviewPage page) {
        if (!may.operate()) {
            return Mono.just(Optional.empty());
        }
        RecentChanges unread = new RecentChanges(false, List.of(), clock.instant());
        if (page.databaseDownSince() != null) {
            return Mono.just(Optional.of(unread));
        }
        return audit.recentChanges(RecentChanges.MOST)
                .map(entries -> RecentChanges.of(entries, clock.instant()))
                .onErrorReturn(ResponseStatusException.class, unread)
                .map(Optional::of);
    }
}
