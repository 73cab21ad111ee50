package io.tokenrouter.app.admin;

import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/** Writes answers of the admin API. */
@Component
class AdminJson {

    private final JsonMapper mapper = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .build();

    byte[] write(Object value) {
        return mapper.writeValueAsBytes(value);
    }

    /** An answer that nobody keeps. */
    ResponseEntity.BodyBuilder ok() {
        return uncached(ResponseEntity.ok());
    }

    /** Likewise, of a thing that changes from version to version. */
    ResponseEntity<byte[]> versioned(ResponseEntity.BodyBuilder status, long version, Object value) {
        return uncached(status).eTag(Etags.of(version)).body(write(value));
    }

    /** Likewise, with another status. */
    ResponseEntity.BodyBuilder uncached(ResponseEntity.BodyBuilder status) {
        return status.contentType(MediaType.APPLICATION_JSON).header(HttpHeaders.CACHE_CONTROL, "no-store");
    }
}
