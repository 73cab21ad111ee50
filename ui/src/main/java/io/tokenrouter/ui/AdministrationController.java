package io.tokenrouter.ui;

import java.time.Clock;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import reactor.core.publisher.Mono;

/** Pages about who may do what, and who did what. */
@Controller
class AdministrationController {

    private final ConsolePeople people;
    private final ConsoleAudit audit;
    private final Clock clock = Clock.systemUTC();

    AdministrationController(ConsolePeople people, ConsoleAudit audit) {
        this.people = people;
        this.audit = audit;
    }

    @GetMapping("/people")
    Mono<String> people(Model model) {
        return people.all().map(all -> {
            model.addAttribute("page", PeoplePage.of(all));
            return "people";
        });
    }

    @GetMapping("/audit")
    Mono<String> audit(
            @RequestParam(required = false) @Nullable String text,
            @RequestParam(required = false) @Nullable String actor,
            @RequestParam(required = false) @Nullable String topic,
            @RequestParam(required = false) @Nullable String from,
            @RequestParam(required = false) @Nullable String to,
            @RequestParam(required = false) @Nullable Long before,
            Model model) {
        ConsoleAudit.Filter filter = new ConsoleAudit.Filter(text, actor, topic, from, to, before);
        return audit.find(filter).map(found -> {
            model.addAttribute("page", new AuditPage(filter, found, LocalDate.now(clock), audit.topics()));
            return "audit";
        });
    }
}
