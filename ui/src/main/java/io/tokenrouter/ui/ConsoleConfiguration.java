package io.tokenrouter.ui;

import io.tokenrouter.engine.api.GenerationEngine;
import java.util.List;
import java.util.Objects;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import reactor.core.scheduler.Schedulers;

/**
 * The console's beans. The application imports it and supplies a {@link ConsoleAccess}, {@link ConsolePeople},
 * {@link ConsoleAudit}, {@link ConsoleCatalog}, {@link ConsoleBatching}, {@link ConsoleRegistry}, a {@link ConsoleThroughput},
 * {@link ConsoleKeys}, {@link ConsoleOverview}, {@link ConsoleRequests} and a {@link GenerationEngine}.
 */
@Configuration(proxyBeanMethods = false)
@Import({
    AdministrationController.class,
    AssetsConfiguration.class,
    GateController.class,
    LiveController.class,
    OverviewController.class,
    PagesController.class,
    KeysPageController.class,
    PageUser.class,
    RegistryPages.class,
    RequestPages.class,
    ThroughputPages.class
})
public class ConsoleConfiguration {

    /** Templates call it by its name. */
    @Bean
    ConsoleAssets assets() {
        return new ConsoleAssets(Objects.requireNonNullElse(
                ConsoleConfiguration.class.getPackage().getImplementationVersion(), ""));
    }

    @Bean
    LiveTicker<LiveFigures> modelsTicker(GenerationEngine engine) {
        return LiveTicker.ofPairs(engine::snapshot, LiveFigures::between, Schedulers.parallel());
    }

    @Bean
    LiveTicker<List<PairBatching>> batchingTicker(ConsoleBatching batching) {
        return LiveTicker.of(batching::pairs, Schedulers.parallel());
    }

    @Bean
    LiveTicker<ThroughputStatus> throughputTicker(ConsoleThroughput throughput) {
        return LiveTicker.of(throughput::status, Schedulers.parallel());
    }

    @Bean
    LiveTicker<ConsoleRegistry.Motion> registryTicker(ConsoleRegistry registry) {
        return LiveTicker.of(registry::motion, Schedulers.parallel());
    }

    @Bean
    LiveTicker<ConsoleOverview.Moment> overviewTicker(ConsoleOverview overview) {
        return LiveTicker.of(overview::now, Schedulers.parallel());
    }

    @Bean
    LiveTicker<ConsoleRequests.Motion> requestsTicker(ConsoleRequests requests) {
        return LiveTicker.of(requests::motion, Schedulers.parallel());
    }

    @Bean
    ViewerLimit viewerLimit() {
        return new ViewerLimit();
    }

    @Bean
    ContentSecurityFilter contentSecurityFilter() {
        return new ContentSecurityFilter();
    }
}
