package io.tokenrouter.ui;

import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** The page of keys. Their usage is asked of the database, so it is made where waiting hurts nobody. */
@Controller
class KeysPageController {

    private final ConsoleKeys keys;
    private final ConsoleCatalog catalog;

    KeysPageController(ConsoleKeys keys, ConsoleCatalog catalog) {
        this.keys = keys;
        this.catalog = catalog;
    }

    @GetMapping("/keys")
    Mono<String> keys(Model model) {
        return Mono.fromCallable(() -> KeysPage.of(keys.now(), catalog))
                .subscribeOn(Schedulers.boundedElastic())
                .map(page -> {
                    model.addAttribute("page", page);
                    return "keys";
                });
    }
}
