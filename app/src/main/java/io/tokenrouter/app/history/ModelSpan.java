package io.tokenrouter.app.history;

import java.time.Instant;

/**
 * What one model did in a span of time. Spans can be added, so a minute is the sum of its samples.
 *
 * @param startsAt where it begins
 * @param seconds how much of it was measured
 */
record ModelSpan(String model, Instant startsAt, double seconds, Tokens tokens, Steps steps, Load load) {

    /**
     * Tokens.
     *
     * @param written of answers, by this model
     * @param extended of all rows
     * @param prefill of these, of prompts
     * @param catchUp of these, only read because another model had written them
     * @param discarded proposals that were not taken
     * @param prefixHits of prompts, found instead of read
     */
    record Tokens(long written, long extended, long prefill, long catchUp, long discarded, long prefixHits) {

        Tokens plus(Tokens other) {
            return new Tokens(
                    written + other.written,
                    extended + other.extended,
                    prefill + other.prefill,
                    catchUp + other.catchUp,
                    discarded + other.discarded,
                    prefixHits + other.prefixHits);
        }
    }

    /**
     * Steps.
     *
     * @param rows of all steps together
     * @param byRows steps by their rows: 1, 2, 3 and 4, 5 to 8, and so on
     * @param times how long they took, by {@link TimeBuckets}
     * @param held how long they were held back before, likewise
     */
    record Steps(
            long count, long rows, double busySeconds, double heldSeconds, Counts byRows, Counts times, Counts held) {

        Steps plus(Steps other) {
            return new Steps(
                    count + other.count,
                    rows + other.rows,
                    busySeconds + other.busySeconds,
                    heldSeconds + other.heldSeconds,
                    byRows.plus(other.byRows),
                    times.plus(other.times),
                    held.plus(other.held));
        }
    }

    /**
     * What was seen of its queue and its KV blocks; divided by the measured seconds the sums are means.
     *
     * @param waitingRowSeconds rows that waited, times how long
     * @param usedBlockSeconds blocks that generations held, times how long
     */
    record Load(
            double waitingRowSeconds, int mostWaiting, double usedBlockSeconds, int mostUsedBlocks, int totalBlocks) {

        Load plus(Load other) {
            return new Load(
                    waitingRowSeconds + other.waitingRowSeconds,
                    Math.max(mostWaiting, other.mostWaiting),
                    usedBlockSeconds + other.usedBlockSeconds,
                    Math.max(mostUsedBlocks, other.mostUsedBlocks),
                    Math.max(totalBlocks, other.totalBlocks));
        }
    }

    ModelSpan plus(ModelSpan other) {
        return new ModelSpan(
                model,
                startsAt.isBefore(other.startsAt) ? startsAt : other.startsAt,
                seconds + other.seconds,
                tokens.plus(other.tokens),
                steps.plus(other.steps),
                load.plus(other.load));
    }

    ModelSpan startingAt(Instant start) {
        return new ModelSpan(model, start, seconds, tokens, steps, load);
    }
}
