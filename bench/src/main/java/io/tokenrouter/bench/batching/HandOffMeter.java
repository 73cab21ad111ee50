package io.tokenrouter.bench.batching;

import io.tokenrouter.engine.metrics.StepListener;
import io.tokenrouter.engine.metrics.StepReport;
import io.tokenrouter.engine.throughput.ModelProfile;

/**
 * Measures what the steps of one model take longer than their executor: the least squares line through the differences, by rows. A step
 * that took more than twice as long met a pause of something else, and does not count. Safe from any thread.
 */
final class HandOffMeter implements StepListener {

    private final String id;
    private final ModelProfile executor;
    private double steps;
    private double rowSum;
    private double squares;
    private double overs;
    private double products;

    /**
     * @param id of the model; steps of others do not count
     */
    HandOffMeter(String id, ModelProfile executor) {
        this.id = id;
        this.executor = executor;
    }

    @Override
    public synchronized void stepEnded(StepReport step) {
        int rows = step.rows();
        double expected = executor.stepTime().nanos(rows) + executor.nanosPerCatchUpToken() * (step.tokens() - rows);
        double over = step.nanos() - expected;
        if (step.model().equals(id) && over < expected) {
            steps++;
            rowSum += rows;
            squares += (double) rows * rows;
            overs += over;
            products += over * rows;
        }
    }

    synchronized void forget() {
        steps = 0;
        rowSum = 0;
        squares = 0;
        overs = 0;
        products = 0;
    }

    synchronized HandOff handOff() {
        double spread = squares * steps - rowSum * rowSum;
        double perRow = spread > 0 ? Math.max(0, (products * steps - rowSum * overs) / spread) : 0;
        return new HandOff(steps > 0 ? Math.max(0, (overs - perRow * rowSum) / steps) : 0, perRow);
    }
}
