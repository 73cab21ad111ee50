package io.tokenrouter.app.requests;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.tokenrouter.app.accounts.AuditTrail;
import io.tokenrouter.app.persistence.DatabaseState;
import io.tokenrouter.app.persistence.RecordBuffer;
import io.tokenrouter.app.serving.ServingCatalog;
import io.tokenrouter.engine.api.GenerationEngine;
import java.time.Clock;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** From the generations of the engine to memory and the database. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(RequestsProperties.class)
class RequestsConfiguration {

    /** Ways that wait for a database that does not answer: with as many hops as can be about 20 MB. */
    static final int MOST_ROUTES = 1_000;

    @Bean
    RecordBuffer<EndedRequest> routeBuffer(RequestStore store) {
        return new RecordBuffer<>(MOST_ROUTES, store::write);
    }

    @Bean
    RequestBook requestBook(
            ServingCatalog catalog,
            RecordBuffer<EndedRequest> routeBuffer,
            ObjectProvider<RouteSink> sinks,
            PairTapes tapes) {
        return new RequestBook(catalog, routeBuffer, sinks.orderedStream().toList(), tapes);
    }

    @Bean
    PairTapes pairTapes() {
        return new PairTapes();
    }

    @Bean
    RequestPlaces requestPlaces(RequestBook book) {
        return new RequestPlaces(book);
    }

    @Bean
    RequestService requestService(
            RequestBook book,
            RequestStore store,
            @Qualifier("routingEngine") GenerationEngine engine,
            DatabaseState database,
            AuditTrail audit,
            RequestsProperties properties) {
        return new RequestService(book, store, engine, database, audit, properties.generations(), Clock.systemUTC());
    }

    @Bean
    RouteRetention routeRetention(RequestStore store, RequestsProperties properties) {
        return new RouteRetention(store, properties.routes());
    }

    @Bean
    MeterBinder routeMeters(RecordBuffer<EndedRequest> routeBuffer) {
        return registry -> FunctionCounter.builder("tokenrouter.routes.dropped", routeBuffer, RecordBuffer::dropped)
                .description("Ways of generations between models, lost while the database did not answer")
                .register(registry);
    }
}
