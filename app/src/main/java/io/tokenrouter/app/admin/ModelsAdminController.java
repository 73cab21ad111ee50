package io.tokenrouter.app.admin;

import static io.tokenrouter.app.admin.RegistryRequests.blocking;

import io.tokenrouter.app.accounts.Actor;
import io.tokenrouter.app.accounts.Role;
import io.tokenrouter.app.accounts.SignedIn;
import io.tokenrouter.app.admin.RegistryRequests.Ending;
import io.tokenrouter.app.registry.FileReport;
import io.tokenrouter.app.registry.ModelRequest;
import io.tokenrouter.app.registry.ModelService;
import io.tokenrouter.app.registry.ModelStatus;
import io.tokenrouter.app.registry.PairService;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Models: registered, loaded, unloaded, forgotten. */
@RestController
@RequestMapping(ModelsAdminController.PATH)
class ModelsAdminController {

    static final String PATH = "/api/admin/models";

    private static final long MEBIBYTE = 1L << 20;

    private final ModelService models;
    private final PairService pairs;
    private final AdminJson json;

    ModelsAdminController(ModelService models, PairService pairs, AdminJson json) {
        this.models = models;
        this.pairs = pairs;
        this.json = json;
    }

    /** All models, in the order in which they were registered. */
    record Models(List<ModelJson> models) {}

    /** Files that may be registered. */
    record Files(List<String> folders, List<File> files) {}

    /** @param bytes null where it cannot be told */
    record File(String path, String name, @Nullable Long bytes) {}

    /** What a file says before it is registered. */
    record Report(String file, ModelJson.Facts facts, ModelJson.Memory memory) {}

    @GetMapping
    ResponseEntity<byte[]> all(@AuthenticationPrincipal SignedIn user) {
        return json.ok()
                .body(json.write(new Models(
                        models.all().stream().map(model -> view(model, user)).toList())));
    }

    @GetMapping("/{id}")
    ResponseEntity<byte[]> one(@PathVariable String id, @AuthenticationPrincipal SignedIn user) {
        ModelStatus model = require(id);
        return json.versioned(ResponseEntity.ok(), model.registered().version(), view(model, user));
    }

    /** Files and folders in the allowed folders that no registered model uses. */
    @GetMapping("/files")
    Mono<ResponseEntity<byte[]>> files() {
        return blocking(() -> json.ok()
                .body(json.write(new Files(
                        models.allowedFolders().stream().map(Path::toString).toList(),
                        models.unregisteredFiles().stream()
                                .map(ModelsAdminController::file)
                                .toList()))));
    }

    private static File file(Path path) {
        // of a folder only its loading finds out
        long bytes = path.toFile().isFile() ? path.toFile().length() : 0;
        return new File(path.toString(), path.getFileName().toString(), bytes == 0 ? null : (Long) bytes);
    }

    /** Reads a file, and registers nothing. */
    @PostMapping(path = "/inspect", consumes = MediaType.APPLICATION_JSON_VALUE)
    Mono<ResponseEntity<byte[]>> inspect(@RequestBody byte[] body) {
        return blocking(() -> {
            AdminFields fields = AdminFields.of(body);
            String path = optional(fields, "path");
            String hubId = optional(fields, "hub_id");
            Long kvBytes = kvBytes(fields);
            fields.refuseRest();
            FileReport report = models.inspect(path, hubId, kvBytes);
            return json.ok()
                    .body(json.write(new Report(
                            report.file().toString(),
                            ModelJson.Facts.of(report.facts()),
                            ModelJson.Memory.of(report.check()))));
        });
    }

    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    Mono<ResponseEntity<byte[]>> register(@RequestBody byte[] body, Actor actor) {
        return blocking(() -> {
            AdminFields fields = AdminFields.of(body);
            ModelRequest request = new ModelRequest(
                    fields.text("id", ""),
                    optional(fields, "path"),
                    optional(fields, "hub_id"),
                    kvBytes(fields),
                    fields.flag("load", true),
                    fields.reason());
            fields.refuseRest();
            ModelStatus made = models.register(actor, request);
            return json(ResponseEntity.created(URI.create(PATH + "/" + made.id())), made);
        });
    }

    @PostMapping("/{id}/load")
    Mono<ResponseEntity<byte[]>> load(
            @PathVariable String id, @RequestBody(required = false) byte @Nullable [] body, Actor actor) {
        return blocking(() -> {
            models.load(actor, id, RegistryRequests.reason(body));
            return json(ResponseEntity.accepted(), require(id));
        });
    }

    @PostMapping("/{id}/unload")
    Mono<ResponseEntity<byte[]>> unload(
            @PathVariable String id, @RequestBody(required = false) byte @Nullable [] body, Actor actor) {
        return blocking(() -> {
            Ending ending = Ending.of(body);
            models.unload(actor, id, ending.patience(), ending.reason());
            return json(ResponseEntity.accepted(), require(id));
        });
    }

    @DeleteMapping("/{id}")
    Mono<ResponseEntity<byte[]>> delete(
            @PathVariable String id,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            @RequestParam(name = "patience_seconds", defaultValue = "120") int patienceSeconds,
            Actor actor) {
        return blocking(() -> {
            models.delete(actor, id, Etags.expected(ifMatch), RegistryRequests.patience(patienceSeconds), null);
            return models.find(id)
                    .map(left -> json(ResponseEntity.accepted(), left))
                    .orElseGet(() -> ResponseEntity.noContent().build());
        });
    }

    private static @Nullable String optional(AdminFields fields, String name) {
        String text = fields.text(name, "");
        return text.isEmpty() ? null : text;
    }

    private static @Nullable Long kvBytes(AdminFields fields) {
        Integer mebibytes = fields.integer("kv_mib");
        if (mebibytes == null) {
            return null;
        }
        if (mebibytes < 1 || mebibytes > 1 << 20) {
            throw Problem.invalid("kv_mib", "kv_mib must be from 1 to 1048576 MiB");
        }
        return mebibytes * MEBIBYTE;
    }

    private ModelStatus require(String id) {
        return models.find(id)
                .orElseThrow(() -> new Problem(
                        HttpStatus.NOT_FOUND,
                        "No such model",
                        "There is no model with this id; GET " + PATH + " lists all."));
    }

    /** For those who may change models. */
    private ResponseEntity<byte[]> json(ResponseEntity.BodyBuilder status, ModelStatus model) {
        return json.versioned(status, model.registered().version(), view(model));
    }

    private ModelJson view(ModelStatus model, SignedIn user) {
        return user.role().includes(Role.OPERATOR) ? view(model) : view(model).withoutPath();
    }

    private ModelJson view(ModelStatus model) {
        return ModelJson.of(
                model,
                pairs.all().stream()
                        .filter(pair -> pair.registered().modelIds().contains(model.id()))
                        .map(pair -> pair.id())
                        .toList());
    }
}
