package io.tokenrouter.app.admin;

import io.tokenrouter.app.persistence.StaleVersionException;
import io.tokenrouter.engine.text.Characters;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.http.HttpStatus;

/** A refusal with what its reader needs to do better. */
final class Problem extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** When whoever came while the database is away may come again. */
    static final long DATABASE_RETRY_SECONDS = 5;

    /** Characters of what a caller wrote that a message repeats. */
    static final int MOST_SHOWN = 64;

    private final HttpStatus status;
    private final String title;
    private final transient Map<String, Object> more = new LinkedHashMap<>();
    private long retryAfter;

    Problem(HttpStatus status, String title, String detail) {
        super(detail, null, false, false);
        this.status = status;
        this.title = title;
    }

    /** 400 that names the field. */
    static Problem invalid(String field, String detail) {
        return new Problem(HttpStatus.BAD_REQUEST, "Not valid", detail).with("field", field);
    }

    /** 404 for a pair that is not served. */
    static Problem noSuchPair(String pair) {
        String shown = Characters.shortened(pair, MOST_SHOWN);
        return new Problem(
                HttpStatus.NOT_FOUND,
                "No such pair",
                "No pair '" + shown + "' is served; GET /api/admin/batching lists those that are.");
    }

    /** 404 for a name that is none of those that there are. */
    static Problem unknown(String field, String given, Collection<String> known) {
        String shown = Characters.shortened(given, MOST_SHOWN);
        return new Problem(
                        HttpStatus.NOT_FOUND,
                        "Not found",
                        "There is no " + field + " '" + shown + "'; "
                                + (known.isEmpty()
                                        ? "there is none at all."
                                        : "there are " + String.join(", ", known) + "."))
                .with("field", field)
                .with("known", known);
    }

    /** 400 for a span that ends before it begins. */
    static Problem endsBeforeItBegins() {
        return invalid("from", "from must not be after to");
    }

    /** 412: what was to be changed is not as it was seen. */
    static Problem stale(StaleVersionException e) {
        return new Problem(
                        HttpStatus.PRECONDITION_FAILED,
                        "Somebody else changed it",
                        "Version " + e.current() + " is in force, yours was made from version " + e.expected()
                                + ". Nothing was changed.")
                .with("current_version", e.current())
                .with("your_version", e.expected());
    }

    /** 429 with Retry-After. */
    static Problem tooMany(String detail, Duration wait) {
        Problem problem = new Problem(HttpStatus.TOO_MANY_REQUESTS, "Too many tries", detail);
        problem.retryAfter = wait.plusMillis(999).toSeconds();
        return problem.with("retry_after_seconds", problem.retryAfter);
    }

    /** 503 with Retry-After: the database does not answer. */
    static Problem withoutDatabase() {
        Problem problem = new Problem(
                HttpStatus.SERVICE_UNAVAILABLE,
                "The database does not answer",
                "Nothing was changed. Generation goes on; try again when the database answers.");
        problem.retryAfter = DATABASE_RETRY_SECONDS;
        return problem;
    }

    /** 503 with Retry-After: the database has more to do than it can. */
    static Problem databaseBusy() {
        Problem problem = new Problem(
                HttpStatus.SERVICE_UNAVAILABLE,
                "The database is busy",
                "All connections to the database are in use, and none became free in time. Nothing was changed; try again.");
        problem.retryAfter = DATABASE_RETRY_SECONDS;
        return problem;
    }

    Problem with(String name, Object value) {
        more.put(name, value);
        return this;
    }

    /** Seconds; 0 for nothing to wait for. */
    long retryAfter() {
        return retryAfter;
    }

    HttpStatus status() {
        return status;
    }

    String title() {
        return title;
    }

    Map<String, Object> more() {
        return more;
    }
}
