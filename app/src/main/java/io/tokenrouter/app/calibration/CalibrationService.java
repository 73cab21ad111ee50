package io.tokenrouter.app.calibration;

import io.tokenrouter.app.accounts.Actor;
import io.tokenrouter.app.serving.Refusal.Kind;
import io.tokenrouter.app.serving.ServedPair;
import io.tokenrouter.app.serving.ServedPolicy;
import io.tokenrouter.app.serving.ServingCatalog;
import io.tokenrouter.app.signals.RecordedSignals;
import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.api.GenerationEngine;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.calibrate.Calibration;
import io.tokenrouter.engine.calibrate.Calibrator;
import io.tokenrouter.engine.calibrate.Figures;
import io.tokenrouter.engine.calibrate.Goal;
import io.tokenrouter.engine.calibrate.Replay;
import io.tokenrouter.engine.calibrate.ScoreSample;
import io.tokenrouter.engine.routing.OptionSpec;
import io.tokenrouter.engine.routing.RoutingAlgorithms;
import io.tokenrouter.engine.routing.ThresholdRule;
import io.tokenrouter.engine.text.Characters;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Component;

/** Finds thresholds for served pairs. What is found is proposed only: whoever wants it saves it as a version of the policy. */
@Component
public class CalibrationService {

    private final ServingCatalog catalog;
    private final RoutingAlgorithms algorithms;
    private final RecordedSignals signals;
    private final GenerationEngine engine;
    private final CalibrationJobs jobs;
    private final CalibrationAudit audit;
    private final Clock clock = Clock.systemUTC();

    /** @param engine asked past the records of requests: a replay is nobody's usage */
    CalibrationService(
            ServingCatalog catalog,
            RoutingAlgorithms algorithms,
            RecordedSignals signals,
            @Qualifier("routingEngine") GenerationEngine engine,
            CalibrationJobs jobs,
            CalibrationAudit audit) {
        this.catalog = catalog;
        this.algorithms = algorithms;
        this.signals = signals;
        this.engine = engine;
        this.jobs = jobs;
        this.audit = audit;
    }

    /**
     * From signals on record, at once. The shares are of the answers as they were written then: a threshold far from theirs is an
     * estimate. Reads the database, and so blocks.
     *
     * @throws CalibrationRefusal also where too little is on record
     */
    public Calibrated recorded(CalibrationQuestion question) {
        if (question.goal() instanceof Goal.Accuracy) {
            throw CalibrationRefusal.invalid(
                    "accuracy_within", "an accuracy needs prompts with answers, which are replayed");
        }
        ServedPair pair = pair(question.pair());
        ServedPolicy policy = policy(pair, question);
        OptionSpec option = threshold(policy);
        ThresholdRule rule = rule(policy, pair)
                .orElseThrow(() -> CalibrationRefusal.invalid(
                        "policy",
                        "the threshold of this policy is not compared with single positions, so that signals on record do"
                                + " not tell what it does; replay prompts"));
        ScoreSample sample = sample(question.goal(), pair, policy, option, rule);
        double wanted = question.goal() instanceof Goal.Recall(double recall)
                ? sample.forRecall(recall)
                : sample.forShare(((Goal.Share) question.goal()).share());
        double threshold = algorithms.thresholdRange(policy.spec()).nearest(wanted);
        Figures predicted = new Figures(
                sample.requests(),
                sample.positions(),
                sample.share(threshold),
                question.goal() instanceof Goal.Recall ? sample.recall(threshold) : null,
                null,
                null);
        return proposed(policy, option, new Calibration(threshold, predicted, null, List.of()));
    }

    /**
     * Begins to replay prompts. Blocks.
     *
     * @throws CalibrationRefusal CONFLICT while another calibration runs; INVALID where the goal cannot be reached so
     * @throws org.springframework.dao.DataAccessException if it cannot be recorded; then it is cancelled
     */
    public CalibrationJob begin(Actor actor, CalibrationQuestion question, ReplayRequest request) {
        ServedPair pair = pair(question.pair());
        ServedPolicy policy = policy(pair, question);
        OptionSpec option = threshold(policy);
        if (rule(policy, pair).isEmpty() && !(question.goal() instanceof Goal.Share)) {
            throw CalibrationRefusal.invalid(
                    "policy",
                    "the threshold of this policy is not compared with single positions, so that only a share leads to one;"
                            + " choose a share");
        }
        if (question.goal() instanceof Goal.Accuracy) {
            request.requireAnswers();
        }
        CalibrationJob job = begin(question, request, pair, policy, option);
        try {
            audit.begun(actor, job, policy.name(), request);
        } catch (RuntimeException e) {
            job.cancel();
            throw e;
        }
        return job;
    }

    private CalibrationJob begin(
            CalibrationQuestion question,
            ReplayRequest request,
            ServedPair pair,
            ServedPolicy policy,
            OptionSpec option) {
        return jobs.begin(question, clock.instant(), job -> {
            ReplayPrompts prompts = new ReplayPrompts(pair, request.maxTokens());
            Replay replay = new Replay(
                    engine,
                    pair.id(),
                    pair.smallId(),
                    pair.largeId(),
                    request.maxTokens(),
                    request.atOnce(),
                    job.progress());
            Calibrator calibrator = new Calibrator(replay, algorithms, policy.spec(), vocabulary(pair));
            return proposed(
                    policy,
                    option,
                    calibrator.calibrate(
                            question.goal(),
                            prompts.of("prompts", request.prompts()),
                            prompts.of("held_out", request.heldOut())));
        });
    }

    /** @throws CalibrationRefusal NOT_FOUND */
    public CalibrationJob find(String pair, String id) {
        return jobs.find(id)
                .filter(job -> job.question().pair().equals(pair))
                .orElseThrow(() -> new CalibrationRefusal(
                        Kind.NOT_FOUND,
                        null,
                        "There is no such calibration of this pair; of those that ended the last are known."));
    }

    /**
     * Ends it within a step of the models; does nothing to one that has ended. Recorded before it is done. Blocks.
     *
     * @throws org.springframework.dao.DataAccessException if it cannot be recorded; then nothing was done
     */
    public void cancel(Actor actor, CalibrationJob job) {
        if (job.isRunning()) {
            audit.cancelled(actor, job);
            job.cancel();
        }
    }

    private ScoreSample sample(Goal goal, ServedPair pair, ServedPolicy policy, OptionSpec option, ThresholdRule rule) {
        boolean judgedOnly = goal instanceof Goal.Recall;
        ScoreSample sample = signals.scores(pair.id(), pair.smallId(), policy.spec(), option.name(), rule, judgedOnly)
                .orElseThrow(() -> new CalibrationRefusal(Kind.CONFLICT, null, nothing(judgedOnly)));
        if (judgedOnly && sample.differing() == 0) {
            throw new CalibrationRefusal(
                    Kind.CONFLICT, null, "On record the large model would nowhere have written another token.");
        }
        return sample;
    }

    private static String nothing(boolean judgedOnly) {
        return judgedOnly
                ? "A recall needs requests on record in which both models were asked at every position, such as those of"
                        + " uncertainty with enter 0; there are none. Replay prompts instead."
                : "There are no signals on record that this policy compares; record a share of the requests, or replay"
                        + " prompts.";
    }

    private Calibrated proposed(ServedPolicy policy, OptionSpec option, Calibration calibration) {
        try {
            PolicySpec proposed = algorithms.override(policy.spec(), null, Map.of(), calibration.threshold());
            return new Calibrated(policy, option.name(), proposed, calibration);
        } catch (EngineException e) {
            throw CalibrationRefusal.invalid("policy", String.valueOf(e.getMessage()));
        }
    }

    private ServedPair pair(String id) {
        if (catalog.find(id).orElse(null) instanceof ServedPair pair) {
            return pair;
        }
        throw new CalibrationRefusal(Kind.NOT_FOUND, null, "No pair '" + Characters.shortened(id, 64) + "' is served.");
    }

    private ServedPolicy policy(ServedPair pair, CalibrationQuestion question) {
        PolicySpec draft = question.draft();
        String name = question.policy();
        if (draft != null) {
            return unsaved(draft.algorithm(), draft);
        }
        return name == null
                ? pair.policy()
                : catalog.findPolicy(name).orElseGet(() -> unsaved(name, PolicySpec.of(name)));
    }

    private ServedPolicy unsaved(String name, PolicySpec spec) {
        try {
            algorithms.create(spec);
        } catch (EngineException e) {
            throw CalibrationRefusal.invalid("policy", String.valueOf(e.getMessage()));
        }
        return new ServedPolicy(name, 0, spec);
    }

    private OptionSpec threshold(ServedPolicy policy) {
        OptionSpec option;
        try {
            option = algorithms.thresholdSpec(policy.spec().algorithm());
        } catch (EngineException e) {
            throw CalibrationRefusal.invalid("policy", "'" + policy.name() + "' has no threshold to choose");
        }
        try {
            algorithms.thresholdRange(policy.spec());
        } catch (EngineException doesNothing) {
            throw CalibrationRefusal.invalid("policy", String.valueOf(doesNothing.getMessage()));
        }
        return option;
    }

    private Optional<ThresholdRule> rule(ServedPolicy policy, ServedPair pair) {
        try {
            return algorithms.thresholdRule(policy.spec(), vocabulary(pair));
        } catch (EngineException e) {
            throw CalibrationRefusal.invalid("policy", Objects.requireNonNullElse(e.getMessage(), "it is not valid"));
        }
    }

    private static int vocabulary(ServedPair pair) {
        return pair.tokenizer().vocabulary().size();
    }
}
