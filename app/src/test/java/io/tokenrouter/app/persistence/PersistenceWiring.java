package io.tokenrouter.app.persistence;

import io.tokenrouter.app.serving.Served;
import io.tokenrouter.app.serving.ServedPolicy;
import io.tokenrouter.app.serving.ServingCatalog;
import io.tokenrouter.engine.api.FinishReason;
import io.tokenrouter.engine.fixtures.Script;
import io.tokenrouter.engine.fixtures.ScriptedEngine;
import java.util.List;
import java.util.Optional;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.FilterType;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;

/** The persistence layer below an engine without models; tests are its writer thread. Expects the bean {@code Database}. */
@EnableAutoConfiguration
@EntityScan
@EnableJpaRepositories
@ComponentScan(
        excludeFilters = @ComponentScan.Filter(type = FilterType.ASSIGNABLE_TYPE, classes = RecordWriterThread.class))
class PersistenceWiring {

    @Bean
    ScriptedEngine routingEngine() {
        return new ScriptedEngine(
                request -> Script.start().tokens("small", 0.1f, 5, 6).finish(FinishReason.LENGTH));
    }

    @Bean
    ServingCatalog servingCatalog() {
        return new ServingCatalog() {
            @Override
            public List<Served> all() {
                return List.of();
            }

            @Override
            public Optional<Served> find(String id) {
                return Optional.empty();
            }

            @Override
            public Optional<ServedPolicy> findPolicy(String name) {
                return Optional.empty();
            }
        };
    }
}
