package io.tokenrouter.engine.executor;

import io.tokenrouter.engine.heads.Head;
import io.tokenrouter.engine.sampling.LogitRow;
import java.util.Optional;

/**
 * One model on one device with its own pool of KV blocks. The runtime above knows positions, block tables and ids; the
 * executor knows weights and numbers.
 *
 * <p>Contract, held by the shared contract tests:
 * <ul>
 *   <li>A row's candidate depends on the ids of its sequence and its {@link CandidateRequest} alone: not on its batch
 *       mates, on how the ids were cut into extends, nor on which blocks hold them.
 *   <li>Vocabulary-size rows never leave the executor, but for the logits, or the distribution of a token, that were asked for.
 *   <li>A token that is drawn of kept rows is, to the bit, the one that a step draws that computes one of them.
 *   <li>{@link #execute} is called by one thread at a time, blocks until the step is done, and leaves no work behind.
 *   <li>Where step times jump at certain numbers of rows, {@link ExecutorSpec#stepSizes()} says at which: the runtime then learns the
 *       time of each size, and fills sizes where that brings more rows per second. Wrong sizes cost throughput, never an answer.
 *   <li>An unchecked exception from {@link #execute} means that no row of the batch advanced. After a {@link LostDeviceException}
 *       every further call throws one at once.
 * </ul>
 */
public interface ModelExecutor extends AutoCloseable {

    /** Constant for the life of the executor. */
    ExecutorSpec spec();

    /**
     * Runs one step: writes keys and values of all new ids of all rows, and gives one candidate for each row that asks.
     *
     * @return candidates in the order of the batch's rows
     */
    BatchResult execute(Batch batch);

    /**
     * Draws the token of rows that are all there, to the bit as the step would that computes {@code own}. Nothing is run and no block
     * is touched. From any thread, also while a step runs.
     *
     * @param own the row of this model that it gave at the position
     * @param wanted with a fusion that has the rows of the other models; without heads and drafts
     */
    TokenCandidate draw(LogitRow own, CandidateRequest wanted);

    /** What steps of this executor occupy; the same at every call. */
    default Device device() {
        return new Device.Own(this);
    }

    /**
     * Whether rows can ask for a head.
     *
     * @throws IllegalArgumentException if they cannot; the message says why
     */
    default void requireRunnable(Head head) {
        throw new IllegalArgumentException("its executor runs no router heads");
    }

    /** What became of its steps where it records and replays them; empty where it does not. From any thread. */
    default Optional<StepGraphs> graphs() {
        return Optional.empty();
    }

    /** Gives back what it has taken, after the step that runs. Does not fail, and does not wait, where its device was lost. */
    @Override
    void close();
}
