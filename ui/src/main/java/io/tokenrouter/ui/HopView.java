package io.tokenrouter.ui;

import org.jspecify.annotations.Nullable;

/**
 * One visit of a generation at a model. Times are milliseconds since it was submitted.
 *
 * @param model id
 * @param token committed tokens when it began
 * @param steps that the model ran
 * @param read ids that it read
 * @param caughtUp of these, ids of the answer that the other model had written
 * @param wrote tokens of the answer
 * @param untaken its proposals that a token of the other model replaced
 * @param arrived when the model before was done
 * @param started when its first step began
 * @param ended when its last step was done
 * @param waited in which no step ran
 * @param held how long its steps were held back for a larger batch
 * @param reading of the time in its steps, the part in which it read what it had missed
 * @param rows most generations in a step
 * @param entropy nats, of what it replaced; null where it replaced nothing
 */
public record HopView(
        String model,
        int token,
        int steps,
        int read,
        int caughtUp,
        int wrote,
        int untaken,
        double arrived,
        double started,
        double ended,
        double waited,
        double held,
        double reading,
        int rows,
        @Nullable Double entropy) {}
