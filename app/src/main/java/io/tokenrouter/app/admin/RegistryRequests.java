package io.tokenrouter.app.admin;

import io.tokenrouter.app.persistence.StaleVersionException;
import io.tokenrouter.app.serving.Refusal;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** What requests about models, pairs and policies have in common. */
final class RegistryRequests {

    private static final int USUAL_PATIENCE_SECONDS = 120;
    private static final int MOST_PATIENCE_SECONDS = 3600;

    private RegistryRequests() {}

    /** Does it off the event loop; refusals become problems. */
    static <T> Mono<T> blocking(Supplier<T> work) {
        return Mono.fromSupplier(work)
                .subscribeOn(Schedulers.boundedElastic())
                .onErrorMap(Refusal.class, RegistryRequests::problem)
                .onErrorMap(StaleVersionException.class, Problem::stale);
    }

    private static Problem problem(Refusal refusal) {
        String text = String.valueOf(refusal.getMessage());
        return switch (refusal.kind()) {
            case NOT_FOUND -> new Problem(HttpStatus.NOT_FOUND, "Not found", text);
            case CONFLICT -> new Problem(HttpStatus.CONFLICT, "Not possible as things are", text);
            case BUSY -> new Problem(HttpStatus.SERVICE_UNAVAILABLE, "Too much at once", text);
            case INVALID -> Problem.invalid(refusal.field() == null ? "body" : refusal.field(), text);
        };
    }

    /** The reason in a body that may hold nothing else, and may be missing. */
    static @Nullable String reason(byte @Nullable [] body) {
        AdminFields fields = fields(body);
        String reason = fields.reason();
        fields.refuseRest();
        return reason;
    }

    /** How something is taken out of service: how long running requests may take to end, and why it is done. */
    record Ending(Duration patience, @Nullable String reason) {

        /** From a body that may be missing. */
        static Ending of(byte @Nullable [] body) {
            AdminFields fields = fields(body);
            String reason = fields.reason();
            Integer given = fields.integer("patience_seconds");
            fields.refuseRest();
            return new Ending(RegistryRequests.patience(given == null ? USUAL_PATIENCE_SECONDS : given), reason);
        }
    }

    static Duration patience(int seconds) {
        if (seconds < 0 || seconds > MOST_PATIENCE_SECONDS) {
            throw Problem.invalid("patience_seconds", "patience_seconds must be from 0 to " + MOST_PATIENCE_SECONDS);
        }
        return Duration.ofSeconds(seconds);
    }

    private static AdminFields fields(byte @Nullable [] body) {
        return AdminFields.of(body == null || body.length == 0 ? new byte[] {'{', '}'} : body);
    }
}
