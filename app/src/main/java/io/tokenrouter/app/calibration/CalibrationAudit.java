package io.tokenrouter.app.calibration;

import io.tokenrouter.app.accounts.Actor;
import io.tokenrouter.app.accounts.AuditTrail;
import io.tokenrouter.engine.calibrate.Goal;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.stereotype.Component;

/** Who had prompts replayed: a load that others notice. Of the prompts only their number is kept. Blocks. */
@Component
class CalibrationAudit {

    private final AuditTrail trail;

    CalibrationAudit(AuditTrail trail) {
        this.trail = trail;
    }

    /** @param policy name of the one whose threshold is looked for */
    void begun(Actor actor, CalibrationJob job, String policy, ReplayRequest request) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("id", job.id());
        facts.put("policy", policy);
        switch (job.question().goal()) {
            case Goal.Share(double share) -> facts.put("share", share);
            case Goal.Recall(double recall) -> facts.put("recall", recall);
            case Goal.Accuracy(double within) -> facts.put("accuracy_within", within);
        }
        facts.put("prompts", request.prompts().size());
        facts.put("held_out", request.heldOut().size());
        facts.put("max_tokens", request.maxTokens());
        facts.put("concurrency", request.atOnce());
        trail.record(actor, "calibration.begin", job.question().pair(), null, facts, null);
    }

    void cancelled(Actor actor, CalibrationJob job) {
        trail.record(
                actor,
                "calibration.cancel",
                job.question().pair(),
                Map.of("id", job.id(), "state", "running"),
                Map.of("id", job.id(), "state", "cancelled"),
                null);
    }
}
