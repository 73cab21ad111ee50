package io.tokenrouter.app.v1;

import io.micrometer.core.instrument.MeterRegistry;
import io.tokenrouter.app.serving.ApiAccess;
import io.tokenrouter.app.serving.CallerEngines;
import io.tokenrouter.app.serving.ServingCatalog;
import io.tokenrouter.app.serving.ServingStatus;
import io.tokenrouter.app.serving.UnlimitedCaller;
import io.tokenrouter.engine.api.GenerationEngine;
import io.tokenrouter.engine.routing.RoutingAlgorithms;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.test.web.reactive.server.WebTestClient;
import reactor.core.publisher.Mono;

/** The HTTP API on a real socket, without database and models. */
final class ApiServer implements AutoCloseable {

    private final ConfigurableApplicationContext context;

    /** What {@code /health} and admission are told. */
    volatile ServingStatus.Phase phase = ServingStatus.Phase.READY;

    /** Who is let in; anybody at first. */
    volatile ApiAccess access = authorization -> Mono.just(UnlimitedCaller.ANONYMOUS);

    ApiServer(GenerationEngine engine, ServingCatalog catalog, Map<String, Object> settings) {
        Map<String, Object> properties = new HashMap<>(
                Map.of(
                        "server.port", 0,
                        "server.address", "127.0.0.1",
                        "spring.main.banner-mode", "off",
                        "spring.config.location", "optional:classpath:/none/",
                        "logging.level.root", "WARN",
                        "spring.autoconfigure.exclude",
                                "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration,"
                                        + "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration,"
                                        + "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration,"
                                        + "org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration,"
                                        // who may ask is decided above the API
                                        + "org.springframework.boot.security.autoconfigure.actuate.web.reactive.ReactiveManagementWebSecurityAutoConfiguration,"
                                        + "org.springframework.boot.security.autoconfigure.ReactiveUserDetailsServiceAutoConfiguration,"
                                        + "org.springframework.boot.security.autoconfigure.web.reactive.ReactiveWebSecurityAutoConfiguration"));
        properties.putAll(settings);
        this.context = new SpringApplicationBuilder(Beans.class)
                .web(WebApplicationType.REACTIVE)
                .registerShutdownHook(false)
                .properties(properties)
                .initializers(context -> {
                    GenericApplicationContext beans = (GenericApplicationContext) context;
                    beans.registerBean(CallerEngines.class, () -> (caller, request) -> engine);
                    beans.registerBean(ApiAccess.class, () -> authorization -> access.identify(authorization));
                    beans.registerBean(ServingCatalog.class, () -> catalog);
                    beans.registerBean(ServingStatus.class, () -> () -> phase);
                    beans.registerBean(RoutingAlgorithms.class, () -> RoutingAlgorithms.load());
                })
                .run();
    }

    ApiServer(GenerationEngine engine, Map<String, Object> settings) {
        this(engine, Catalogs.duo(), settings);
    }

    ApiServer(GenerationEngine engine) {
        this(engine, Map.of());
    }

    int port() {
        return ((WebServerApplicationContext) context).getWebServer().getPort();
    }

    /** The count of one meter of the server. */
    double count(String meter, String... tags) {
        return context.getBean(MeterRegistry.class)
                .get(meter)
                .tags(tags)
                .functionCounter()
                .count();
    }

    String url() {
        return "http://127.0.0.1:" + port();
    }

    WebTestClient client() {
        return WebTestClient.bindToServer()
                .baseUrl(url())
                .responseTimeout(Duration.ofMinutes(10))
                .codecs(codecs -> codecs.defaultCodecs().maxInMemorySize(1 << 24))
                .build();
    }

    @Override
    public void close() {
        context.close();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @ComponentScan({"io.tokenrouter.app.v1", "io.tokenrouter.app.web"})
    static class Beans {}
}
