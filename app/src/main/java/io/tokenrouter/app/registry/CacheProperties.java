package io.tokenrouter.app.registry;

import io.tokenrouter.engine.runtime.EngineOptions;
import io.tokenrouter.engine.runtime.Optimisation;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What becomes of keys and values when a request goes to the other model.
 *
 * @param keep whether a model keeps them for when the request comes back; if not, it computes the whole context again
 */
@ConfigurationProperties("tokenrouter.caches")
record CacheProperties(@DefaultValue("true") boolean keep) {

    EngineOptions applyTo(EngineOptions options) {
        return keep ? options : options.without(Optimisation.KEPT_CACHES);
    }
}
