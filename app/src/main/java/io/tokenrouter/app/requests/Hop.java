package io.tokenrouter.app.requests;

import org.jspecify.annotations.Nullable;

/**
 * One visit of a generation at a model: steps that the model ran for it one after the other. Times are milliseconds since
 * the generation was submitted.
 *
 * @param model id
 * @param token committed tokens of the answer when the visit began
 * @param steps that the model ran, at least 1
 * @param read ids that it read
 * @param caughtUp of these, ids of the answer that the other model had written
 * @param wrote tokens of the answer that it wrote
 * @param untaken proposals that were not taken, as far as another model's token replaced them
 * @param arrived when the models before were done; {@code started} for a visit during another one, as where models write a token together
 * @param started when the first step began
 * @param ended when the last step was done
 * @param waited time in which no step ran for it, in all
 * @param held of the time before its steps, how long they were held back for a larger batch
 * @param reading of the time in its steps, the part for ids read beyond the last one of each step, in proportion
 * @param rows most generations in one of its steps
 * @param entropy nats, of the model asked first where the visit wrote a token in place of a proposal; null where it did not
 */
public record Hop(
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
