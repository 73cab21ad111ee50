package io.tokenrouter.app.admin;

import io.tokenrouter.app.keys.InvalidKeyException;
import io.tokenrouter.app.keys.KeySettings;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * What an operator sends about a key: all of its settings. What is left out has its default: no models, no limits, no end, no
 * choice of routing.
 *
 * @param reason for the audit trail; null for none
 */
record KeyFields(KeySettings settings, @Nullable String reason) {

    /** @throws Problem 400 that names the field */
    static KeyFields read(byte[] body) {
        AdminFields fields = AdminFields.of(body);
        String reason = fields.reason();
        try {
            KeySettings settings = new KeySettings(
                    fields.text("name", ""),
                    fields.text("owner", ""),
                    fields.text("notes", ""),
                    fields.texts("models"),
                    fields.flag("may_route", false),
                    fields.integer("requests_per_minute"),
                    fields.integer("tokens_per_minute"),
                    instant(fields.text("expires_at", "")));
            fields.refuseRest();
            return new KeyFields(settings, reason);
        } catch (InvalidKeyException e) {
            throw invalid(e);
        }
    }

    static Problem invalid(InvalidKeyException e) {
        return Problem.invalid(e.field(), e.field() + " " + e.getMessage());
    }

    private static @Nullable Instant instant(String text) {
        if (text.isEmpty()) {
            return null;
        }
        try {
            // Postgres keeps microseconds
            return OffsetDateTime.parse(text).toInstant().truncatedTo(ChronoUnit.MICROS);
        } catch (DateTimeException e) {
            throw new InvalidKeyException("expires_at", "must be a time such as 2027-02-28T00:00:00Z, or null");
        }
    }
}
