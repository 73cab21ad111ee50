package io.tokenrouter.app.admin;

import io.tokenrouter.ui.ConsoleOverview;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** What the whole server does at this moment. */
@RestController
class OverviewController {

    private final ConsoleOverview overview;
    private final AdminJson json;

    OverviewController(ConsoleOverview overview, AdminJson json) {
        this.overview = overview;
        this.json = json;
    }

    @GetMapping("/api/admin/overview")
    ResponseEntity<byte[]> now() {
        return json.ok().body(json.write(overview.now()));
    }
}
