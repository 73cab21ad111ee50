package io.tokenrouter.app.admin;

import org.springframework.core.io.ClassPathResource;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** The description of both APIs in OpenAPI, as it lies beside the classes. */
@RestController
class OpenApiController {

    private static final ClassPathResource FILE = new ClassPathResource("openapi.yaml");

    @GetMapping("/api/admin/openapi.yaml")
    Mono<ResponseEntity<byte[]>> description() {
        return Mono.fromCallable(FILE::getContentAsByteArray)
                .subscribeOn(Schedulers.boundedElastic())
                .map(yaml -> ResponseEntity.ok()
                        .contentType(MediaType.APPLICATION_YAML)
                        .cacheControl(CacheControl.noCache())
                        .body(yaml));
    }
}
