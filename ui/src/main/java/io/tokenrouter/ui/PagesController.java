package io.tokenrouter.ui;

import org.springframework.http.CacheControl;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;

/** The console's pages. They change with what is loaded, so no browser keeps them. */
@Controller
class PagesController {

    private final ConsoleCatalog catalog;

    PagesController(ConsoleCatalog catalog) {
        this.catalog = catalog;
    }

    @ModelAttribute
    void notStored(ServerHttpResponse response) {
        response.getHeaders().setCacheControl(CacheControl.noStore());
    }

    @GetMapping({"/", "/playground"})
    String playground(Model model) {
        model.addAttribute("page", PlaygroundPage.of(catalog));
        return "playground";
    }

    @GetMapping("/models")
    String models(Model model) {
        model.addAttribute("page", ModelsPage.of(catalog));
        return "models";
    }
}
