package io.tokenrouter.app.registry;

import io.tokenrouter.app.Startup;
import io.tokenrouter.app.cli.ServeOptions;
import io.tokenrouter.app.metrics.MetricsFan;
import io.tokenrouter.app.persistence.RegistryStore;
import io.tokenrouter.engine.catalog.ModelLoader;
import io.tokenrouter.engine.executor.cpu.CpuDevice;
import io.tokenrouter.engine.metrics.EngineMetrics;
import io.tokenrouter.engine.routing.RoutingAlgorithms;
import io.tokenrouter.engine.runtime.EngineOptions;
import io.tokenrouter.engine.runtime.RoutingEngine;
import io.tokenrouter.engine.runtime.SelfTuning;
import io.tokenrouter.engine.tuning.Adoption;
import java.util.List;
import java.util.function.Consumer;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.DependsOn;

/** The engine and what it serves. Beans are closed in reverse: the engine, then its models, then the device. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(BatchingProperties.class)
class RegistryConfiguration {

    @Bean
    RoutingAlgorithms routingAlgorithms() {
        return RoutingAlgorithms.load();
    }

    @Bean
    CpuDevice cpuDevice(ServeOptions options) {
        return new CpuDevice(options.threads());
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
            Consumer<Adoption> adopted) {
        return new RoutingEngine(
                batching.applyTo(EngineOptions.DEFAULTS.withMetrics(new MetricsFan(metrics)), adopted), algorithms);
    }

    /** Measuring in advance takes cores, which a start has better uses for. */
    @Bean
    ApplicationListener<ApplicationReadyEvent> probing(RoutingEngine routingEngine) {
        return ready -> routingEngine.tuning().ifPresent(SelfTuning::probeWhenIdle);
    }

    /** A start that is refused because of the address it listens on is refused before it loads models. */
    @Bean
    @DependsOn("exposure")
    Registered registered(
            RegistryStore store,
            CpuDevice device,
            LoadedModels loaded,
            RoutingEngine routingEngine,
            ServeOptions options,
            Startup startup) {
        return new Registry(store, new ModelLoading(new ModelLoader(device), loaded, routingEngine), routingEngine)
                .start(options, startup);
    }

    @Bean
    Catalog servingCatalog(Registered registered) {
        return registered.catalog();
    }

    @Bean
    ConsoleAdapter consoleCatalog(Registered registered, RoutingAlgorithms algorithms) {
        return new ConsoleAdapter(registered, algorithms);
    }
}
