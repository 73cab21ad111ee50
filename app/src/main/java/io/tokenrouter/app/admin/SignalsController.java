package io.tokenrouter.app.admin;

import static io.tokenrouter.app.admin.RegistryRequests.blocking;

import io.tokenrouter.app.accounts.Actor;
import io.tokenrouter.app.registry.PairService;
import io.tokenrouter.app.registry.PairStatus;
import io.tokenrouter.app.signals.InvalidRecordingException;
import io.tokenrouter.app.signals.RecordedSignals;
import io.tokenrouter.app.signals.RecordingService;
import io.tokenrouter.app.signals.SignalRecording;
import io.tokenrouter.app.signals.SignalSample;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Signals on record: whether they are kept, and a sample of them for those who want to look closer. */
@RestController
class SignalsController {

    private static final MediaType CSV = new MediaType("text", "csv", StandardCharsets.UTF_8);
    private static final int MOST_REQUESTS = 1_000;

    /** Of an answer: 10 MB of JSON or CSV. */
    private static final int MOST_POSITIONS = 100_000;

    private static final List<String> NAMES = List.of("pair", "requests");

    private final RecordingService recording;
    private final RecordedSignals signals;
    private final PairService pairs;
    private final AdminJson json;

    SignalsController(RecordingService recording, RecordedSignals signals, PairService pairs, AdminJson json) {
        this.recording = recording;
        this.signals = signals;
        this.pairs = pairs;
        this.json = json;
    }

    /** The newest requests of a pair, newest first. */
    @GetMapping("/api/admin/signals")
    Mono<ResponseEntity<byte[]>> sample(
            @RequestParam String pair,
            @RequestParam(name = "requests", defaultValue = "100") int requests,
            @RequestParam MultiValueMap<String, String> given) {
        ParameterNames.check(given.keySet(), NAMES);
        return blocking(() -> json.ok()
                .body(json.write(new SignalJson.Sample(
                        pair,
                        newest(pair, requests).stream()
                                .map(SignalJson.Request::of)
                                .toList()))));
    }

    /** The same as a table with a line for each position. */
    @GetMapping("/api/admin/signals.csv")
    Mono<ResponseEntity<byte[]>> csv(
            @RequestParam String pair,
            @RequestParam(name = "requests", defaultValue = "100") int requests,
            @RequestParam MultiValueMap<String, String> given) {
        ParameterNames.check(given.keySet(), NAMES);
        return blocking(() -> ResponseEntity.ok()
                .contentType(CSV)
                .header(HttpHeaders.CACHE_CONTROL, "no-store")
                .header(
                        HttpHeaders.CONTENT_DISPOSITION,
                        ContentDisposition.attachment()
                                .filename("signals.csv")
                                .build()
                                .toString())
                .body(SignalCsv.of(newest(pair, requests)).getBytes(StandardCharsets.UTF_8)));
    }

    @GetMapping("/api/admin/signals/recording")
    Mono<ResponseEntity<byte[]>> read() {
        return blocking(() -> answer(recording.load()));
    }

    @PutMapping(path = "/api/admin/signals/recording", consumes = MediaType.APPLICATION_JSON_VALUE)
    Mono<ResponseEntity<byte[]>> decide(
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            @RequestBody byte[] body,
            Actor actor) {
        return blocking(() -> answer(decide(actor, Etags.expected(ifMatch), AdminFields.of(body))));
    }

    private SignalRecording decide(Actor actor, OptionalLong expected, AdminFields fields) {
        String reason = fields.reason();
        double share = required("share", fields.number("share"));
        long mostBytes = required("most_bytes", fields.wide("most_bytes"));
        long keptSeconds = required("kept_seconds", fields.wide("kept_seconds"));
        fields.refuseRest();
        try {
            return recording.decide(actor, expected, share, mostBytes, Duration.ofSeconds(keptSeconds), reason);
        } catch (InvalidRecordingException e) {
            throw Problem.invalid(e.field(), e.field() + " " + e.getMessage());
        }
    }

    private static <T extends Number> T required(String name, @Nullable T value) {
        if (value == null) {
            throw Problem.invalid(name, name + " must be given, and be a number");
        }
        return value;
    }

    private List<SignalSample> newest(String pair, int requests) {
        if (requests < 1 || requests > MOST_REQUESTS) {
            throw Problem.invalid("requests", "requests must be from 1 to " + MOST_REQUESTS);
        }
        if (pairs.find(pair).isEmpty()) {
            throw Problem.unknown(
                    "pair", pair, pairs.all().stream().map(PairStatus::id).toList());
        }
        return signals.newest(pair, requests, MOST_POSITIONS);
    }

    private ResponseEntity<byte[]> answer(SignalRecording now) {
        return json.ok().eTag(Etags.of(now.version())).body(json.write(SignalJson.Recording.of(now, signals.stored())));
    }
}
