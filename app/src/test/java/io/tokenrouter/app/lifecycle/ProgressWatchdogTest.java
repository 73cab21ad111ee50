package io.tokenrouter.app.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.tokenrouter.app.fixtures.EmptyCatalog;
import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.StopCriteria;
import io.tokenrouter.engine.executor.ExecutorSpec;
import io.tokenrouter.engine.fixtures.EventLog;
import io.tokenrouter.engine.fixtures.FakeExecutor;
import io.tokenrouter.engine.fixtures.FakeModel;
import io.tokenrouter.engine.fixtures.FakeVocabulary;
import io.tokenrouter.engine.fixtures.ManualClock;
import io.tokenrouter.engine.fixtures.StepGate;
import io.tokenrouter.engine.routing.RoutingAlgorithms;
import io.tokenrouter.engine.runtime.EngineOptions;
import io.tokenrouter.engine.runtime.RoutingEngine;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.Status;

/** A real engine whose executor stops in the middle of a step, and a clock that the test moves. */
class ProgressWatchdogTest {

    private static final int VOCABULARY = 40;
    private static final ExecutorSpec SPEC = new ExecutorSpec(VOCABULARY, 256, 4, 400, 16, 64);

    private final ManualClock clock = new ManualClock();
    private final StepGate gate = new StepGate();
    private final FakeExecutor small = new FakeExecutor(new FakeModel(1, VOCABULARY), SPEC);
    private final ProgressWatchdog watchdog = new ProgressWatchdog(new WatchdogProperties(Duration.ofSeconds(60)));
    private final Logger logger = (Logger) LoggerFactory.getLogger(ProgressWatchdog.class);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private RoutingEngine engine;

    /** Whatever servers of other classes have made of the log; they watch their models in this process as well. */
    @BeforeEach
    void listen() {
        log.list = new CopyOnWriteArrayList<>();
        log.start();
        logger.addAppender(log);
        logger.setLevel(Level.INFO);
    }

    @BeforeEach
    void start() {
        FakeVocabulary vocabulary = new FakeVocabulary(VOCABULARY, Set.of());
        engine = new RoutingEngine(EngineOptions.DEFAULTS.withClock(clock), RoutingAlgorithms.load());
        engine.addModel("quick", small, vocabulary);
        engine.addModel("slow", new FakeExecutor(new FakeModel(2, VOCABULARY), SPEC), vocabulary);
        engine.addPair("both", "quick", "slow", PolicySpec.of("uncertainty"));
    }

    @AfterEach
    void stop() {
        gate.open();
        engine.close();
        logger.detachAppender(log);
        logger.setLevel(null);
    }

    @Test
    void aModelThatGetsNowhereTurnsReadinessOffUntilItMoves() {
        ServerPhase phase = new ServerPhase(watchdog);
        ModelsHealthIndicator health = new ModelsHealthIndicator(new EmptyCatalog(), watchdog);
        small.gate(gate);
        EventLog answer = new EventLog();
        engine.submit(request(), answer);
        gate.awaitStep();
        look();

        clock.advanceMillis(59_999);
        look();
        assertThat(phase.stuckModels()).as("within the limit").isEmpty();

        clock.advanceMillis(1);
        look();
        look();
        assertThat(phase.stuckModels()).containsExactly("quick");
        assertThat(health.health().getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
        assertThat(health.health().getDetails()).containsEntry("quick", "stuck");
        assertThat(said("no progress"))
                .singleElement()
                .asString()
                .contains("Model quick has made no progress for 60 s", "1 rows in a step", "0 waiting");

        gate.open();
        answer.awaitEnd();
        look();
        look();
        assertThat(phase.stuckModels()).isEmpty();
        assertThat(health.health().getDetails()).doesNotContainKey("quick");
        assertThat(said("moves again")).singleElement().asString().contains("Model quick moves again after 60 s");
    }

    @Test
    void idlenessIsNotStandstill() {
        for (int hour = 0; hour < 3; hour++) {
            clock.advanceMillis(3_600_000);
            look();
        }
        EventLog answer = new EventLog();
        engine.submit(request(), answer);
        answer.awaitEnd();
        look();
        assertThat(watchdog.stuck()).isEmpty();
    }

    private List<String> said(String what) {
        return log.list.stream()
                .map(ILoggingEvent::getFormattedMessage)
                .filter(line -> line.startsWith("Model quick ") && line.contains(what))
                .toList();
    }

    private void look() {
        watchdog.see(engine.snapshot(), Instant.EPOCH);
    }

    private static GenerationRequest request() {
        return new GenerationRequest(
                "r", "both", new int[] {3, 1, 4}, SamplingParams.GREEDY, StopCriteria.maxTokens(5), null, 0);
    }
}
