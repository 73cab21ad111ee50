package io.tokenrouter.engine.subserver;

import io.tokenrouter.engine.executor.ExecutorSpec;
import java.util.List;

/**
 * Chooses the rows of the next step. Short rows (decode, the usual catch-up) come first, in the order in which they wait. Long
 * ones (prefill, a catch-up of many blocks) are cut: while short rows wait or may come they get a quarter of the step's ids, so
 * that nobody's next token waits for somebody's whole prompt; one row and that quarter are kept for them, so that they get on as
 * well. Where a step has no room for two rows, all are short. A row that failed before gets a step of its own when its turn comes.
 *
 * <p>So no step that a decoding request is in, nor one that runs when it comes back from another model, has more than
 * {@code ceil(maxStepTokens / 4)} ids of long rows, unless steps are of one row or one id, or drafts to be judged are more.
 */
final class StepComposer {

    /**
     * Up to as many a catch-up is short. Nearly all are: at a share of 5 % one in 700 has 128 ids. Were a model's ordinary visits
     * long, most of a full line would be, and a quarter of the ids would be all that a step is used for.
     */
    private static final int BLOCKS_OF_CATCH_UP = 8;

    private final ExecutorSpec spec;
    private final KvRoom room;
    private final int shortPrefill;
    private final int shortCatchUp;
    private final int longShare;

    StepComposer(ExecutorSpec spec, KvRoom room) {
        this.spec = spec;
        this.room = room;
        this.longShare = Math.ceilDiv(spec.maxStepTokens(), 4);
        boolean allShort = spec.maxRows() == 1 || spec.maxStepTokens() == 1;
        this.shortPrefill = allShort ? Integer.MAX_VALUE : spec.blockSize();
        this.shortCatchUp = allShort
                ? Integer.MAX_VALUE
                : Math.max(shortPrefill, Math.min(longShare, BLOCKS_OF_CATCH_UP * spec.blockSize()));
    }

    /**
     * Fills an empty step with rows of seats that wait. At least one row, as long as every seat fits into the pool alone.
     *
     * @param mostRows rows to take where all are short, at least 1; where a long one waits its ids decide how long the step takes,
     *     so rows are not counted
     * @param othersMayCome whether generations are elsewhere that may come while the step runs
     */
    void compose(List<Seat> waiting, int mostRows, boolean othersMayCome, Step step) {
        room.newStep();
        if (waiting.getFirst().isSuspect()) {
            addAlone(waiting.getFirst(), waiting, othersMayCome, step);
        }
        if (step.isEmpty()) {
            addTogether(waiting, mostRows, othersMayCome, step);
        }
        for (int i = 0; i < waiting.size() && step.isEmpty(); i++) {
            addAlone(waiting.get(i), waiting, othersMayCome, step);
        }
    }

    private void addAlone(Seat seat, List<Seat> waiting, boolean othersMayCome, Step step) {
        boolean othersWait = othersMayCome || waiting.size() > 1;
        int most = othersWait && isLong(seat) ? Math.max(longShare, seat.answerIds()) : spec.maxStepTokens();
        seat.align();
        if (room.reserve(seat, waiting)) {
            step.add(seat, seat.next(most));
        }
    }

    private void addTogether(List<Seat> waiting, int mostRows, boolean othersMayCome, Step step) {
        int share = Math.max(longShare, mostAnswerIds(waiting));
        boolean hasLong = hasLong(waiting);
        boolean mixed = hasLong && hasShort(waiting);
        int most = hasLong ? spec.maxRows() : Math.min(mostRows, spec.maxRows());
        int rows = mixed ? most - 1 : most;
        addShort(waiting, step, rows, mixed ? spec.maxStepTokens() - share : spec.maxStepTokens());
        int budget = spec.maxStepTokens() - step.tokens();
        boolean isAlone = step.isEmpty() && !othersMayCome;
        addLong(waiting, step, isAlone ? budget : Math.min(budget, share));
    }

    private void addShort(List<Seat> waiting, Step step, int rows, int budget) {
        for (int i = 0; i < waiting.size() && step.size() < rows && step.tokens() < budget; i++) {
            Seat seat = waiting.get(i);
            if (seat.isSuspect() || isLong(seat)) {
                continue;
            }
            int left = budget - step.tokens();
            boolean fits = seat.gap() <= left || step.isEmpty() && seat.next(left) > 0;
            if (fits && room.reserve(seat, waiting)) {
                step.add(seat, seat.next(left));
            }
        }
    }

    private void addLong(List<Seat> waiting, Step step, int budget) {
        int left = budget;
        for (int i = 0; i < waiting.size() && step.size() < spec.maxRows() && left > 0; i++) {
            Seat seat = waiting.get(i);
            if (!seat.isInStep() && !seat.isSuspect() && isLong(seat)) {
                int count = seat.next(left);
                if (count > 0 && room.reserve(seat, waiting)) {
                    step.add(seat, count);
                    left -= count;
                }
            }
        }
    }

    /** A long row with drafts ends with as many ids at once; were its share smaller, it would never end. */
    private static int mostAnswerIds(List<Seat> waiting) {
        int most = 0;
        for (int i = 0; i < waiting.size(); i++) {
            most = Math.max(most, waiting.get(i).answerIds());
        }
        return most;
    }

    private boolean isLong(Seat seat) {
        seat.align();
        boolean isCatchUp = seat.resident.length() >= seat.promptLength;
        return seat.gap() > (isCatchUp ? shortCatchUp : shortPrefill);
    }

    private boolean hasLong(List<Seat> waiting) {
        for (int i = 0; i < waiting.size(); i++) {
            if (isLong(waiting.get(i))) {
                return true;
            }
        }
        return false;
    }

    private boolean hasShort(List<Seat> waiting) {
        for (int i = 0; i < waiting.size(); i++) {
            if (!isLong(waiting.get(i))) {
                return true;
            }
        }
        return false;
    }
}
