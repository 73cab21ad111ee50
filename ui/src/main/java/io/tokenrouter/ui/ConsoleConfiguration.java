package io.tokenrouter.ui;

import io.tokenrouter.engine.api.GenerationEngine;
import java.util.Objects;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import reactor.core.scheduler.Schedulers;

/**
 * The console's beans. The application imports it and supplies a {@link ConsoleCatalog} and a {@link GenerationEngine}.
 */
@Configuration(proxyBeanMethods = false)
@Import({AssetsConfiguration.class, PagesController.class, LiveController.class})
public class ConsoleConfiguration {

    /** Templates call it by its name. */
    @Bean
    ConsoleAssets assets() {
        return new ConsoleAssets(Objects.requireNonNullElse(
                ConsoleConfiguration.class.getPackage().getImplementationVersion(), ""));
    }

    @Bean
    LiveTicker liveTicker(GenerationEngine engine) {
        return new LiveTicker(engine::snapshot, Schedulers.parallel());
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
