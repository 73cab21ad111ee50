package io.tokenrouter.app.admin;

import static io.tokenrouter.app.admin.RegistryRequests.blocking;

import io.tokenrouter.app.accounts.Actor;
import io.tokenrouter.app.calibration.CalibrationJob;
import io.tokenrouter.app.calibration.CalibrationService;
import java.net.URI;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Thresholds chosen by their outcome. Nothing is changed by it: what is found is saved as a version of the policy. */
@RestController
@RequestMapping(CalibrationsController.PATH)
class CalibrationsController {

    static final String PATH = "/api/admin/pairs/{pair}/calibrations";

    /** Of prompts to replay. */
    static final int MOST_BYTES = 4 << 20;

    private final CalibrationService calibrations;
    private final AdminJson json;

    CalibrationsController(CalibrationService calibrations, AdminJson json) {
        this.calibrations = calibrations;
        this.json = json;
    }

    /** From signals on record, with the answer; from prompts, with the job that goes on. */
    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    Mono<ResponseEntity<byte[]>> calibrate(@PathVariable String pair, ServerHttpRequest request, Actor actor) {
        return DataBufferUtils.join(request.getBody(), MOST_BYTES)
                .map(CalibrationsController::bytes)
                .defaultIfEmpty(new byte[0])
                .onErrorMap(DataBufferLimitException.class, larger -> tooLarge())
                .flatMap(body -> blocking(() -> calibrate(actor, pair, CalibrationFields.read(pair, body))));
    }

    private ResponseEntity<byte[]> calibrate(Actor actor, String pair, CalibrationFields asked) {
        if (asked.replay() == null) {
            return json.ok()
                    .body(json.write(
                            CalibrationJson.recorded(asked.question(), calibrations.recorded(asked.question()))));
        }
        CalibrationJob job = calibrations.begin(actor, asked.question(), asked.replay());
        return json.uncached(ResponseEntity.accepted())
                .location(URI.create("/api/admin/pairs/" + pair + "/calibrations/" + job.id()))
                .body(json.write(CalibrationJson.of(job)));
    }

    @GetMapping("/{id}")
    Mono<ResponseEntity<byte[]>> one(@PathVariable String pair, @PathVariable String id) {
        return blocking(() -> json.ok().body(json.write(CalibrationJson.of(calibrations.find(pair, id)))));
    }

    /** Cancels one that runs. */
    @DeleteMapping("/{id}")
    Mono<ResponseEntity<byte[]>> cancel(@PathVariable String pair, @PathVariable String id, Actor actor) {
        return blocking(() -> {
            CalibrationJob job = calibrations.find(pair, id);
            calibrations.cancel(actor, job);
            return json.ok().body(json.write(CalibrationJson.of(job)));
        });
    }

    private static Problem tooLarge() {
        return new Problem(
                HttpStatus.CONTENT_TOO_LARGE, "Too large", "The body must have at most " + MOST_BYTES + " bytes.");
    }

    private static byte[] bytes(DataBuffer buffer) {
        try {
            byte[] bytes = new byte[buffer.readableByteCount()];
            buffer.read(bytes);
            return bytes;
        } finally {
            DataBufferUtils.release(buffer);
        }
    }
}
