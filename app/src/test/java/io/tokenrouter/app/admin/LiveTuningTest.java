package io.tokenrouter.app.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.tokenrouter.app.Startup;
import io.tokenrouter.app.fixtures.TestFolders;
import io.tokenrouter.app.persistence.Origin;
import io.tokenrouter.app.persistence.RegistryStore;
import io.tokenrouter.app.postgres.Database;
import io.tokenrouter.app.serving.Served;
import io.tokenrouter.app.serving.ServedPair;
import io.tokenrouter.app.serving.ServedPolicy;
import io.tokenrouter.app.serving.ServingCatalog;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.api.Vocabulary;
import io.tokenrouter.engine.fixtures.EventLog;
import io.tokenrouter.engine.fixtures.ManualClock;
import io.tokenrouter.engine.fixtures.ProfileExecutor;
import io.tokenrouter.engine.fixtures.ProfilePair;
import io.tokenrouter.engine.fixtures.QuickTime;
import io.tokenrouter.engine.runtime.EngineOptions;
import io.tokenrouter.engine.runtime.RoutingEngine;
import io.tokenrouter.engine.throughput.DeviceMode;
import io.tokenrouter.engine.throughput.ModelProfile;
import io.tokenrouter.engine.throughput.StepTimeCurve;
import io.tokenrouter.engine.tokenizer.RenderedChat;
import io.tokenrouter.engine.tokenizer.Tokenizer;
import io.tokenrouter.engine.tuning.Adoption;
import io.tokenrouter.engine.tuning.TuningOptions;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.DependsOn;
import org.springframework.context.annotation.FilterType;
import org.springframework.context.annotation.Import;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.web.server.SecurityWebFilterChain;
import tools.jackson.databind.JsonNode;

/** A change that the tuner makes while requests run: from its thread to the admin API and to Postgres. */
class LiveTuningTest {

    private static final int REQUESTS = 16;
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    /** Looks often and trusts early, so that the test is short. */
    private static final TuningOptions SOON =
            new TuningOptions(Duration.ofMillis(20), 0.01, 2, 20, 1000, Double.POSITIVE_INFINITY);

    @Test
    void aChangeOfTheRunningTunerIsShownAndKeptWithItsReasonAndItsGain(@TempDir Path folder) throws Exception {
        Database database =
                Database.embedded(folder.resolve("postgres"), TestFolders.POSTGRES_PROGRAMS, new Startup(line -> {}));
        try (ConfigurableApplicationContext context = start(database);
                AdminClient admin = new AdminClient(uri(context), "nobody")) {
            ProfilePair pair = context.getBean(ProfilePair.class);
            for (int i = 0; i < REQUESTS; i++) {
                pair.engine().submit(pair.request(i, 100_000), new EventLog());
            }
            Adoption first = context.getBean(Watched.class).adoptions().poll(10, TimeUnit.MINUTES);
            assertThat(first).isNotNull();
            String path = "/api/admin/batching/" + ProfilePair.PAIR;
            await().atMost(PATIENCE)
                    .until(() -> !admin.get(path).body().path("changes").isEmpty());

            JsonNode changes = admin.get(path).body().path("changes");
            JsonNode oldest = changes.path(changes.size() - 1);
            assertThat(oldest.path("author").asString()).isEqualTo("tuner");
            assertThat(oldest.path("before").asString()).isEqualTo("greedy");
            assertThat(oldest.path("after").asString()).startsWith("large from ");
            assertThat(oldest.path("reason").asString())
                    .isEqualTo(first.reason())
                    .contains("shared threshold");
            assertThat(oldest.path("predicted_gain").asDouble())
                    .isCloseTo(first.predictedGain(), within(1e-9))
                    .isGreaterThan(0.1);
            assertThat(admin.get(path).body().path("mode").asString()).isEqualTo("self-tuned");

            JdbcTemplate sql = context.getBean(JdbcTemplate.class);
            await().atMost(PATIENCE).until(() -> !kept(sql).isEmpty());
            Map<String, Object> kept = kept(sql).getFirst();
            assertThat(kept.get("author")).asString().isEqualToIgnoringCase("tuner");
            assertThat(kept.get("reason")).isEqualTo(first.reason());
            assertThat(((Number) kept.get("predicted_gain")).doubleValue())
                    .isCloseTo(first.predictedGain(), within(1e-6));
        } finally {
            database.close();
        }
    }

    private static List<Map<String, Object>> kept(JdbcTemplate sql) {
        return sql.queryForList(
                "SELECT * FROM batching_changes WHERE pair_id = ? ORDER BY changed_at", ProfilePair.PAIR);
    }

    private static ConfigurableApplicationContext start(Database database) {
        return new SpringApplicationBuilder(Wiring.class)
                .web(WebApplicationType.REACTIVE)
                .registerShutdownHook(false)
                .properties(Map.of("server.port", 0, "server.address", "127.0.0.1"))
                .initializers(beans -> beans.getBeanFactory().registerSingleton("database", database))
                .run();
    }

    private static URI uri(ConfigurableApplicationContext context) {
        return URI.create("http://127.0.0.1:"
                + ((WebServerApplicationContext) context).getWebServer().getPort());
    }

    /** Adoptions as the engine made them. */
    record Watched(BlockingQueue<Adoption> adoptions) {}

    /** Nothing here is text. */
    private static final class NoText implements Tokenizer {

        @Override
        public Vocabulary vocabulary() {
            return ProfileExecutor.vocabulary();
        }

        @Override
        public int[] encode(String text) {
            return new int[0];
        }

        @Override
        public int[] encodeContinuation(String text) {
            return new int[0];
        }

        @Override
        public int[] encode(RenderedChat chat) {
            return new int[0];
        }

        @Override
        public String decode(int[] ids) {
            return "";
        }

        @Override
        public void close() {}
    }

    /** Batching from the engine to the admin API and the database, around a pair whose models are step times. */
    @EnableAutoConfiguration
    @EntityScan("io.tokenrouter.app.persistence")
    @EnableJpaRepositories("io.tokenrouter.app.persistence")
    @ComponentScan({"io.tokenrouter.app.batching", "io.tokenrouter.app.persistence"})
    @ComponentScan(
            basePackages = "io.tokenrouter.app.accounts",
            useDefaultFilters = false,
            includeFilters =
                    @ComponentScan.Filter(type = FilterType.REGEX, pattern = ".*\\.(JdbcAuditTrail|ActorResolver)"))
    @Import({BatchingController.class, AdminJson.class, ProblemHandler.class})
    static class Wiring {

        @Bean
        Watched watched() {
            return new Watched(new LinkedBlockingQueue<>());
        }

        /** Who may do what is not what this is about. */
        @Bean
        SecurityWebFilterChain open(ServerHttpSecurity security) {
            return security.csrf(ServerHttpSecurity.CsrfSpec::disable)
                    .authorizeExchange(exchange -> exchange.anyExchange().permitAll())
                    .build();
        }

        @Bean
        ManualClock stepClock() {
            return new ManualClock();
        }

        /** Ends when the pair has. */
        @Bean
        QuickTime stepTime(ManualClock clock) {
            return new QuickTime(clock);
        }

        @Bean
        @DependsOn("stepTime")
        ProfilePair profilePair(Consumer<Adoption> adopted, Watched watched, ManualClock clock) {
            return new ProfilePair(
                    List.of(profile(0.5), profile(4)),
                    new DeviceMode.OneStepAtATime(),
                    0.1,
                    REQUESTS,
                    4,
                    100_000,
                    EngineOptions.DEFAULTS
                            .withTuning(SOON, adopted.andThen(watched.adoptions()::add))
                            .withClock(clock),
                    clock,
                    UnaryOperator.identity());
        }

        /** The pair closes it. */
        @Bean(destroyMethod = "")
        RoutingEngine routingEngine(ProfilePair pair) {
            return pair.engine();
        }

        @Bean
        ServingCatalog servingCatalog(RegistryStore registry) {
            PolicySpec policy = PolicySpec.of("uncertainty");
            registry.putPolicyIfAbsent("p", policy);
            for (String model : List.of(ProfilePair.SMALL, ProfilePair.LARGE)) {
                registry.putModel(model, Path.of("/models/" + model + ".gguf"), Origin.CONSOLE, null);
            }
            registry.putPair(ProfilePair.PAIR, ProfilePair.SMALL, ProfilePair.LARGE, Map.of(), "p", Origin.CONSOLE);
            ServedPair pair = new ServedPair(
                    ProfilePair.PAIR,
                    0,
                    ProfilePair.SMALL,
                    ProfilePair.LARGE,
                    new ServedPolicy("p", 1, policy),
                    new NoText(),
                    (messages, tools, arguments) -> new RenderedChat(List.of()),
                    1000);
            return new ServingCatalog() {
                @Override
                public List<Served> all() {
                    return List.of(pair);
                }

                @Override
                public Optional<Served> find(String id) {
                    return Optional.<Served>of(pair)
                            .filter(served -> served.id().equals(id));
                }

                @Override
                public Optional<ServedPolicy> findPolicy(String name) {
                    return Optional.empty();
                }
            };
        }

        private static ModelProfile profile(double millis) {
            return ModelProfile.of(StepTimeCurve.of(REQUESTS, rows -> millis * 1e6));
        }
    }
}
