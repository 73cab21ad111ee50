package io.tokenrouter.ui;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Who may sign in, for the page of people. Implemented by the application; safe from any thread, and waits elsewhere. */
public interface ConsolePeople {

    /** By name. */
    Mono<List<Person>> all();

    /**
     * Somebody with an account.
     *
     * @param role viewer, operator or admin
     * @param isNew has a one-time password that was not changed yet
     * @param version for {@code If-Match}
     * @param lastSignInAt null for never
     */
    record Person(
            String name,
            String role,
            boolean disabled,
            boolean isNew,
            long version,
            @Nullable Instant lastSignInAt) {}
}
