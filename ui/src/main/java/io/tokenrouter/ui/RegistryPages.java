package io.tokenrouter.ui;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;

/** Pages of models, pairs and policies. */
@Controller
class RegistryPages {

    private final ConsoleCatalog catalog;
    private final ConsoleRegistry registry;
    private final ConsoleBatching batching;

    RegistryPages(ConsoleCatalog catalog, ConsoleRegistry registry, ConsoleBatching batching) {
        this.catalog = catalog;
        this.registry = registry;
        this.batching = batching;
    }

    @GetMapping("/models")
    String models(Model model) {
        model.addAttribute("page", ModelsPage.of(catalog, registry));
        return "models";
    }

    @GetMapping("/pairs/{id}")
    String pair(@PathVariable String id, Model model) {
        PairDetail pair = registry.pair(id).orElseThrow(RegistryPages::notFound);
        model.addAttribute("page", PairPage.of(pair, registry.policies(), batching(id)));
        return "pair";
    }

    private @Nullable PairBatching batching(String pair) {
        return batching.pairs().stream()
                .filter(one -> one.pair().equals(pair))
                .findFirst()
                .orElse(null);
    }

    @GetMapping("/register")
    String register(@RequestParam(required = false) @Nullable String large, Model model) {
        model.addAttribute("page", ModelsPage.of(catalog, registry));
        model.addAttribute("policies", registry.policies());
        model.addAttribute("large", large);
        return "register";
    }

    @GetMapping("/policies")
    String policies(@RequestParam(required = false) @Nullable String name, Model model) {
        String shown = name != null || registry.policies().isEmpty()
                ? name
                : registry.policies().getFirst().policy().name();
        return policy(shown, model);
    }

    @GetMapping("/policies/new")
    String newPolicy(Model model) {
        return policy(null, model);
    }

    private String policy(@Nullable String name, Model model) {
        model.addAttribute("page", PolicyPage.of(catalog, registry, name).orElseThrow(RegistryPages::notFound));
        return "policies";
    }

    @GetMapping("/policies/{name}/versions")
    String versions(@PathVariable String name, Model model) {
        PolicyDetail policy = registry.policies().stream()
                .filter(one -> one.policy().name().equals(name))
                .findFirst()
                .orElseThrow(RegistryPages::notFound);
        model.addAttribute("policy", policy);
        PolicyPage page = PolicyPage.of(catalog, registry, name).orElseThrow(RegistryPages::notFound);
        model.addAttribute("example", page.example());
        model.addAttribute("vocabulary", page.vocabulary());
        model.addAttribute("quality", page.qualityText());
        return "policy-versions";
    }

    private static ResponseStatusException notFound() {
        return new ResponseStatusException(HttpStatus.NOT_FOUND);
    }
}
