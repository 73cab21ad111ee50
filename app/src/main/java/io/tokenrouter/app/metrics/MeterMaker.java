package io.tokenrouter.app.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;

/** Makes meters of one registry. */
record MeterMaker(MeterRegistry registry) {

    Counter counter(String name, String description, Tags tags) {
        return Counter.builder(name).description(description).tags(tags).register(registry);
    }

    Timer timer(String name, String description, Tags tags, Duration[] buckets) {
        return Timer.builder(name)
                .description(description)
                .tags(tags)
                .serviceLevelObjectives(buckets)
                .register(registry);
    }

    DistributionSummary summary(String name, String description, Tags tags, double[] buckets) {
        return DistributionSummary.builder(name)
                .description(description)
                .serviceLevelObjectives(buckets)
                .tags(tags)
                .register(registry);
    }
}
