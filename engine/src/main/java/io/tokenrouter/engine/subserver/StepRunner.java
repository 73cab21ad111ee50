package io.tokenrouter.engine.subserver;

import io.tokenrouter.engine.executor.Batch;
import io.tokenrouter.engine.executor.BatchResult;
import io.tokenrouter.engine.executor.LostDeviceException;
import io.tokenrouter.engine.executor.ModelExecutor;
import io.tokenrouter.engine.executor.TokenCandidate;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a step on the executor. When it throws, no row has advanced, so each row is tried again alone: a row's numbers do not
 * depend on its batch mates, and only the row that cannot be run fails. A device that was lost runs none of them.
 */
final class StepRunner {

    private static final Logger LOG = LoggerFactory.getLogger(StepRunner.class);

    private final String model;
    private final ModelExecutor executor;

    StepRunner(String model, ModelExecutor executor) {
        this.model = model;
        this.executor = executor;
    }

    void run(Step step) {
        try {
            BatchResult result = executor.execute(new Batch(step.rows()));
            for (int row = 0; row < step.size(); row++) {
                take(step, row, result.candidates().get(row));
            }
        } catch (LostDeviceException lost) {
            // told once by who watches the executor, not for each row of each step that still comes
            for (int row = 0; row < step.size(); row++) {
                step.failed(row, lost);
            }
        } catch (Throwable failure) {
            if (step.size() == 1) {
                fail(step, 0, failure);
            } else {
                LOG.warn("A step of {} rows on {} failed; each row runs alone", step.size(), model, failure);
                runAlone(step);
            }
        }
    }

    private void runAlone(Step step) {
        for (int row = 0; row < step.size(); row++) {
            try {
                BatchResult result = executor.execute(new Batch(List.of(step.row(row))));
                take(step, row, result.candidates().getFirst());
            } catch (Throwable failure) {
                fail(step, row, failure);
            }
        }
    }

    private void take(Step step, int row, TokenCandidate candidate) {
        if (candidate == null && step.row(row).candidate() != null) {
            throw new IllegalStateException("the executor of " + model + " left row " + row + " without a candidate");
        }
        step.answered(row, candidate);
    }

    private void fail(Step step, int row, Throwable failure) {
        LOG.error("A row of {} ids on {} failed", step.row(row).count(), model, failure);
        step.failed(row, failure);
    }
}
