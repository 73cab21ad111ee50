package io.tokenrouter.app.registry;

import io.tokenrouter.app.StartupException;
import io.tokenrouter.app.cli.ServeOptions;
import io.tokenrouter.app.metrics.MetricsFan;
import io.tokenrouter.engine.executor.UsableDevices;
import io.tokenrouter.engine.executor.cpu.CpuDevice;
import io.tokenrouter.engine.heads.HeadFolders;
import io.tokenrouter.engine.heads.HeadLibrary;
import io.tokenrouter.engine.metrics.EngineMetrics;
import io.tokenrouter.engine.routing.RoutingAlgorithms;
import io.tokenrouter.engine.runtime.EngineOptions;
import io.tokenrouter.engine.runtime.RoutingEngine;
import io.tokenrouter.engine.runtime.SelfTuning;
import io.tokenrouter.engine.tuning.Adoption;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The engine without models. Beans are closed in reverse: the engine, then its models, then the device. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({BatchingProperties.class, CacheProperties.class})
class EngineConfiguration {

    private static final Logger log = LoggerFactory.getLogger(EngineConfiguration.class);

    @Bean
    HeadLibrary routerHeads(ServeOptions options) {
        return new HeadFolders(
                Stream.concat(Stream.of(options.dataFolder().resolve("heads")), options.demoFolder().stream())
                        .toList());
    }

    @Bean
    RouterJars routerJars(ServeOptions options) {
        return RouterJars.in(options.dataFolder().resolve("routers"));
    }

    @Bean
    RoutingAlgorithms routingAlgorithms(RouterJars jars, HeadLibrary heads) {
        return jars.algorithms(heads);
    }

    @Bean
    CpuDevice cpuDevice(ServeOptions options) {
        return new CpuDevice(options.threads());
    }

    /** A device that was named and is not there ends the start in one line. */
    @Bean
    UsableDevices usableDevices(ServeOptions options) {
        try {
            UsableDevices found = UsableDevices.find(options.device());
            log.info(found.summary());
            return found;
        } catch (IllegalArgumentException e) {
            throw new StartupException("--device " + options.device() + ": " + e.getMessage(), e);
        }
    }

    @Bean
    LiveRegistry liveRegistry() {
        return new LiveRegistry();
    }

    @Bean
    LostDevices lostDevices(LiveRegistry live, LoadedModels loaded) {
        return new LostDevices(live, loaded);
    }

    @Bean
    LoadedModels loadedModels(CpuDevice device) {
        return new LoadedModels();
    }

    @Bean
    RoutingEngine routingEngine(
            LoadedModels outlivesTheEngine,
            RoutingAlgorithms algorithms,
            List<EngineMetrics> metrics,
            BatchingProperties batching,
            CacheProperties caches,
            Consumer<Adoption> adopted) {
        EngineOptions options = caches.applyTo(EngineOptions.DEFAULTS.withMetrics(new MetricsFan(metrics)));
        return new RoutingEngine(batching.applyTo(options, adopted), algorithms);
    }

    /** Measuring in advance takes cores, which a start has better uses for. */
    @Bean
    ApplicationListener<ApplicationReadyEvent> probing(RoutingEngine routingEngine) {
        return ready -> routingEngine.tuning().ifPresent(SelfTuning::probeWhenIdle);
    }
}
