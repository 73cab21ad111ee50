package io.tokenrouter.app.admin;

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
        return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).header("Cache-Control", "no-store");
    }
}
