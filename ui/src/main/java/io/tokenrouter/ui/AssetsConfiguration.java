package io.tokenrouter.ui;

import java.time.Duration;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.CacheControl;
import org.springframework.web.reactive.config.ResourceHandlerRegistry;
import org.springframework.web.reactive.config.WebFluxConfigurer;

/** Serves the console's files under the addresses that {@link ConsoleAssets} gives. */
@Configuration(proxyBeanMethods = false)
class AssetsConfiguration implements WebFluxConfigurer {

    private final ConsoleAssets assets;

    AssetsConfiguration(ConsoleAssets assets) {
        this.assets = assets;
    }

    @Override
    public void addResourceHandlers(ResourceHandlerRegistry registry) {
        registry.addResourceHandler(ConsoleAssets.PATH + "/" + assets.hash() + "/**")
                .addResourceLocations(ConsoleAssets.LOCATION)
                .setUseLastModified(false)
                .setCacheControl(
                        CacheControl.maxAge(Duration.ofDays(365)).cachePublic().immutable());
    }
}
