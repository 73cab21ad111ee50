package io.tokenrouter.gpu.candidate;

import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.sampling.AcceptRule;
import io.tokenrouter.engine.sampling.TokenDistribution;
import io.tokenrouter.engine.sampling.Verifier;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Candidates from what kernels found of rows, after the step. */
final class DeviceCandidates {

    private final RowRecords records;
    private final Staged found;
    private final RowSources sources;
    private final HostRows judges;

    /** @param judges of drafts that are judged by what tokens are drawn from */
    DeviceCandidates(RowRecords records, Staged found, RowSources sources, HostRows judges) {
        this.records = records;
        this.found = found;
        this.sources = sources;
        this.judges = judges;
    }

    /**
     * The candidate with the token that was drawn on the device.
     *
     * @return null if the row's draft stands
     */
    @Nullable
    TokenCandidate drawn(int row, RowTask task) {
        if (task.stands(records, found.host(), row)) {
            return null;
        }
        int token = records.token(found.host(), row);
        float logprob = records.logprob(found.host(), row);
        return records.candidate(found.host(), row, task, token, logprob, source(row, task, token));
    }

    private @Nullable TokenDistribution source(int row, RowTask task, int token) {
        if (!task.isSourceWanted()) {
            return null;
        }
        return task.request().sampling().temperature() == 0
                ? TokenDistribution.certain(token)
                : sources.distribution(row, records.sourceSize(found.host(), row));
    }

    /**
     * What takes the place of a draft that is judged by what the row's token is drawn from.
     *
     * @return null if the draft stands
     */
    @Nullable
    TokenCandidate judged(int row, RowTask task) {
        int size = records.sourceSize(found.host(), row);
        AcceptRule rule = Objects.requireNonNull(task.rule());
        boolean mayStand = task.mayStand(records, found.host(), row);
        int token = judges.judge(sources.distribution(row, size), task, rule, mayStand);
        if (token == Verifier.ACCEPTED) {
            return null;
        }
        float logprob = records.logprob(found.host(), row, sources.logit(row, size, token));
        return records.candidate(found.host(), row, task, token, logprob, null);
    }
}
