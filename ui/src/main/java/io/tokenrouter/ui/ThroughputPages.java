package io.tokenrouter.ui;

import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;

/** The page of throughput. */
@Controller
class ThroughputPages {

    private final ConsoleCatalog catalog;
    private final ConsoleThroughput throughput;

    ThroughputPages(ConsoleCatalog catalog, ConsoleThroughput throughput) {
        this.catalog = catalog;
        this.throughput = throughput;
    }

    @GetMapping("/throughput")
    String throughput(
            @RequestParam(required = false) @Nullable String target,
            @RequestParam(required = false) @Nullable String range,
            Model model,
            ServerHttpResponse response) {
        response.getHeaders().setCacheControl(CacheControl.noStore());
        model.addAttribute(
                "page",
                ThroughputPage.of(catalog, throughput, target, range)
                        .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND)));
        return "throughput";
    }
}
