package io.tokenrouter.app.v1;

import io.tokenrouter.app.serving.Caller;
import io.tokenrouter.app.serving.ServingCatalog;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;

/** Lists what a request's {@code model} can name; what the caller may not use is not there. */
@RestController
class ModelsController {

    private final ServingCatalog catalog;
    private final ApiJson json;

    ModelsController(ServingCatalog catalog, ApiJson json) {
        this.catalog = catalog;
        this.json = json;
    }

    @GetMapping("/v1/models")
    ResponseEntity<byte[]> list(ServerWebExchange exchange) {
        Caller caller = AccessFilter.caller(exchange);
        return json(new ModelList(
                "list",
                catalog.all().stream()
                        .filter(served -> caller.mayUse(served.id()))
                        .map(ModelInfo::of)
                        .toList()));
    }

    /** Ids may contain slashes. */
    @GetMapping("/v1/models/{*id}")
    ResponseEntity<byte[]> one(@PathVariable String id, ServerWebExchange exchange) {
        Caller caller = AccessFilter.caller(exchange);
        String name = id.substring(1);
        return json(ModelInfo.of(catalog.find(name)
                .filter(served -> caller.mayUse(served.id()))
                .orElseThrow(() -> ApiException.modelNotFound(name))));
    }

    private ResponseEntity<byte[]> json(Object value) {
        return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(json.write(value));
    }

    record ModelList(String object, List<ModelInfo> data) {}
}
