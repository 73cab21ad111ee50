package io.tokenrouter.ui;

import java.time.Clock;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import reactor.core.publisher.Mono;

/** The pages of generations. */
@Controller
class RequestPages {

    private final ConsoleRequests requests;
    private final ConsoleCatalog catalog;
    private final Clock clock = Clock.systemUTC();

    RequestPages(ConsoleRequests requests, ConsoleCatalog catalog) {
        this.requests = requests;
        this.catalog = catalog;
    }

    @GetMapping("/requests")
    Mono<String> all(
            @RequestParam(required = false) @Nullable String model,
            @RequestParam(required = false) @Nullable String key,
            @RequestParam(required = false) @Nullable String outcome,
            @RequestParam(required = false) @Nullable String text,
            @RequestParam(required = false) @Nullable String before,
            Model page) {
        ConsoleRequests.Filter filter = new ConsoleRequests.Filter(model, key, outcome, text, before);
        List<String> targets = Stream.concat(
                        catalog.pairs().stream().map(PairView::id),
                        catalog.models().stream().map(ModelView::id))
                .distinct()
                .toList();
        return requests.find(filter).map(found -> {
            page.addAttribute(
                    "page", new RequestsPage(filter, found, targets, ModelRoles.in(catalog.pairs()), clock.instant()));
            return "requests";
        });
    }

    @GetMapping("/requests/{id}")
    Mono<String> one(@PathVariable String id, Model page) {
        return requests.one(id).flatMap(found -> {
            if (found.isEmpty()) {
                return ofAnswer(id);
            }
            page.addAttribute("page", RequestPage.of(found.get(), ModelRoles.in(catalog.pairs()), clock.instant()));
            return Mono.just("request");
        });
    }

    /** Who has an answer knows the id that came with it, which is not that of its page. */
    private Mono<String> ofAnswer(String requestId) {
        return requests.find(new ConsoleRequests.Filter(null, null, null, requestId, null))
                .map(found -> Stream.concat(found.running().stream(), found.ended().stream())
                        .filter(request -> request.requestId().equals(requestId))
                        .findFirst()
                        .map(request -> "redirect:/requests/" + request.id())
                        .orElseThrow(() -> new ResponseStatusException(
                                HttpStatus.NOT_FOUND, "No generation with this id runs or is kept.")));
    }
}
