package io.tokenrouter.app.registry;

import io.tokenrouter.engine.runtime.EngineOptions;
import io.tokenrouter.engine.tuning.Adoption;
import io.tokenrouter.engine.tuning.TuningOptions;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How batches are formed.
 *
 * @param mode whether the engine finds out by itself
 * @param mostGap what tuning keeps the 99th percentile of the time between two tokens of an answer below, as far as it can; none
 *     without it
 */
@ConfigurationProperties("tokenrouter.batching")
record BatchingProperties(
        @DefaultValue("tuned") Mode mode, @Nullable Duration mostGap) {

    enum Mode {
        TUNED,
        GREEDY
    }

    EngineOptions applyTo(EngineOptions options, Consumer<Adoption> adopted) {
        if (mode == Mode.GREEDY) {
            return options;
        }
        TuningOptions tuning = mostGap == null ? TuningOptions.DEFAULTS : TuningOptions.DEFAULTS.withMostGap(mostGap);
        return options.withTuning(tuning, adopted);
    }
}
