package io.tokenrouter.engine.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.data.Offset.offset;

import io.tokenrouter.engine.api.SamplingParams;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What contracts of executors need. Extend one, and let {@link #open} give an executor with at least 64 ids, 96 positions of context,
 * 40 blocks, 8 rows and 128 new ids a step.
 *
 * <p>Numbers must be equal within {@link #tolerance}, ids always.
 */
public abstract class ExecutorContract {

    static final SamplingParams DRAWN =
            new SamplingParams(0.8f, 0.9f, 0, 0f, 1.1f, 0.2f, 0.1f, java.util.Map.of(3, 1.5f), 7);

    ModelExecutor executor;
    Random random;

    /** A fresh executor of one fixed model; closed after the test. */
    protected abstract ModelExecutor open();

    /** Largest difference of a number between two ways to the same row; 0 asks for the same bits. */
    protected abstract float tolerance();

    @BeforeEach
    void openExecutor() {
        executor = open();
        random = new Random(11);
    }

    @AfterEach
    void closeExecutor() {
        executor.close();
    }

    TokenCandidate candidate(int[] ids, CandidateRequest request, int firstBlock) {
        BatchRow row = new BatchRow(ids, 0, ids.length, 0, blocks(firstBlock, ids.length), request);
        TokenCandidate made =
                executor.execute(new Batch(List.of(row))).candidates().getFirst();
        assertThat(made).isNotNull();
        return made;
    }

    /** Extends a sequence from nothing in steps of {@code cut} ids. */
    TokenCandidate candidateOf(int[] ids, int[] blocks, int cut) {
        TokenCandidate made = null;
        for (int from = 0; from < ids.length; from += cut) {
            int count = Math.min(cut, ids.length - from);
            boolean last = from + count == ids.length;
            BatchRow row = new BatchRow(ids, from, count, from, blocks, last ? drawn(ids) : null);
            made = executor.execute(new Batch(List.of(row))).candidates().getFirst();
        }
        assertThat(made).isNotNull();
        return made;
    }

    void refused(BatchRow... rows) {
        assertThatIllegalArgumentException().isThrownBy(() -> executor.execute(new Batch(List.of(rows))));
    }

    static CandidateRequest drawn(int[] ids) {
        return new CandidateRequest(DRAWN, ids.length, ids, ids.length / 2, 20, true);
    }

    int[] ids(int count) {
        return random.ints(count, 0, 64).toArray();
    }

    int[] blocks(int from, int positions) {
        int[] blocks = new int[executor.spec().blocksFor(positions)];
        Arrays.setAll(blocks, i -> from + i);
        return blocks;
    }

    void same(@Nullable TokenCandidate actual, TokenCandidate expected) {
        assertThat(actual).isNotNull();
        assertThat(actual.token()).isEqualTo(expected.token());
        assertThat(actual.topIds()).isEqualTo(expected.topIds());
        assertThat(numbers(actual)).hasSameSizeAs(numbers(expected));
        for (int i = 0; i < numbers(actual).size(); i++) {
            float a = numbers(actual).get(i);
            float b = numbers(expected).get(i);
            assertThat(Float.compare(a, b) == 0 || Math.abs(a - b) <= tolerance())
                    .as("%s against %s", actual, expected)
                    .isTrue();
        }
    }

    private static List<Float> numbers(TokenCandidate candidate) {
        List<Float> numbers = new ArrayList<>(List.of(
                candidate.logprob(),
                candidate.entropy(),
                candidate.topProb(),
                candidate.margin(),
                candidate.au(),
                candidate.eu()));
        for (float logprob : candidate.topLogprobs()) {
            numbers.add(logprob);
        }
        return numbers;
    }

    static Offset<Float> within() {
        return offset(1e-5f);
    }
}
