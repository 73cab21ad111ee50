package io.tokenrouter.ui;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;

/** The console's pages. */
@Controller
class PagesController {

    private final ConsoleCatalog catalog;
    private final ConsoleRegistry registry;
    private final ConsoleBatching batching;

    PagesController(ConsoleCatalog catalog, ConsoleRegistry registry, ConsoleBatching batching) {
        this.catalog = catalog;
        this.registry = registry;
        this.batching = batching;
    }

    @GetMapping("/playground")
    String playground(@RequestParam(required = false) @Nullable String target, Model model) {
        model.addAttribute("page", PlaygroundPage.of(catalog, registry.algorithms()));
        model.addAttribute("target", target);
        return "playground";
    }

    @GetMapping("/playground/compare")
    String compare(Model model) {
        model.addAttribute("page", PlaygroundPage.of(catalog, registry.algorithms()));
        return "playground-compare";
    }

    @GetMapping("/batching")
    String batching(@RequestParam(required = false) @Nullable String pair, Model model) {
        model.addAttribute(
                "page",
                BatchingPage.of(batching, pair).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND)));
        return "batching";
    }
}
