package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.api.TokenMask;
import io.tokenrouter.engine.api.Vocabulary;
import io.tokenrouter.engine.routing.Role;
import io.tokenrouter.engine.routing.Step;
import io.tokenrouter.engine.routing.Trace;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One request's ids: prompt, committed, tail; and beyond the end of the trace the ids of an answer that is still being written.
 * Used by the thread at which the generation is.
 */
final class Ledger implements Trace {

    private final List<Role> roles;
    private final Vocabulary vocabulary;
    private final int idLimit;
    private final int promptLength;
    private final int mostIds;
    private final int maxTail;
    private final CommitSink sink;
    private final @Nullable AllowedTokens allowed;
    private final Attempts attempts;
    private final StepWindow steps;
    private final Verdicts verdicts = new Verdicts();
    private int[] ids;
    private byte[] writers;
    private int committed;
    private int length;
    private int lowestCut = Integer.MAX_VALUE;
    private boolean ended;

    /**
     * @param roles in the order of their indexes
     * @param idLimit ids are below
     * @param mostIds most ids of prompt and answer
     * @param maxTail most drafted ids
     * @param allowed what the answer may be made of; null for anything
     */
    Ledger(
            List<Role> roles,
            Vocabulary vocabulary,
            int idLimit,
            int[] prompt,
            int mostIds,
            int maxTail,
            CommitSink sink,
            @Nullable AllowedTokens allowed) {
        this.roles = roles;
        this.vocabulary = vocabulary;
        this.idLimit = idLimit;
        this.promptLength = prompt.length;
        this.mostIds = mostIds;
        this.maxTail = maxTail;
        this.sink = sink;
        this.allowed = allowed;
        this.attempts = new Attempts(roles.size());
        this.steps = new StepWindow(maxTail);
        this.ids = Arrays.copyOf(prompt, prompt.length + Math.min(64, mostIds - prompt.length));
        this.writers = new byte[ids.length - prompt.length];
        this.committed = prompt.length;
        this.length = prompt.length;
    }

    /** The ids from the start of the prompt; replaced, not moved, when they grow. */
    int[] ids() {
        return ids;
    }

    Attempts attempts() {
        return attempts;
    }

    Verdicts verdicts() {
        return verdicts;
    }

    /** Most ids of prompt and answer. */
    int mostIds() {
        return mostIds;
    }

    /** Puts an id of an unfinished answer behind the trace, {@code offset} after its end. */
    void stage(int offset, int id) {
        reserve(length + offset + 1);
        ids[length + offset] = id;
    }

    /**
     * What may come behind the trace and an unfinished answer; null for any id.
     *
     * @param end position behind the last id of the unfinished answer
     */
    @Nullable
    TokenMask allowedAfter(int end) {
        return allowed == null ? null : allowed.after(ids, committed, end, end - promptLength);
    }

    /** Whether the answer must have a form. */
    boolean isConstrained() {
        return allowed != null;
    }

    /** @throws IllegalArgumentException if there is no such id */
    void checkId(int id) {
        if (id < 0 || id >= idLimit) {
            throw new IllegalArgumentException("id " + id + " is outside the vocabulary of " + idLimit);
        }
    }

    /** Where the trace was shortest since the last call: ids that models saw beyond it may have been replaced since. */
    int takeLowestCut() {
        int lowest = Math.min(lowestCut, length);
        lowestCut = Integer.MAX_VALUE;
        return lowest;
    }

    /** Role index of the writer of a generated id, or {@link CommitSink#NOBODY}. */
    int writerIndex(int position) {
        return writers[position - promptLength] - 1;
    }

    @Override
    public int promptLength() {
        return promptLength;
    }

    @Override
    public int committed() {
        return committed;
    }

    @Override
    public int length() {
        return length;
    }

    @Override
    public int token(int position) {
        return ids[checked(position)];
    }

    @Override
    public @Nullable Role writer(int position) {
        int writer = checked(position) < promptLength ? CommitSink.NOBODY : writerIndex(position);
        return writer == CommitSink.NOBODY ? null : roles.get(writer);
    }

    @Override
    public @Nullable Step step(int position) {
        return steps.get(checked(position));
    }

    @Override
    public byte[] bytes(int position) {
        return vocabulary.bytes(token(position));
    }

    @Override
    public String tailText(int chars) {
        return TailText.of(vocabulary, ids, promptLength, length, chars);
    }

    @Override
    public int remaining() {
        return mostIds - committed;
    }

    @Override
    public void commit(int... added) {
        if (ended) {
            return;
        }
        if (length > committed) {
            throw new IllegalStateException(
                    "a tail of " + (length - committed) + " ids must be accepted or dropped first");
        }
        for (int i = 0; i < added.length && !ended; i++) {
            append(added[i]);
            settleNext();
        }
    }

    @Override
    public void draft(int... added) {
        if (ended) {
            return;
        }
        if (length - committed + added.length > maxTail) {
            throw new IllegalStateException(
                    "a tail of " + (length - committed + added.length) + " ids, at most " + maxTail + " are declared");
        }
        for (int id : added) {
            append(id);
        }
    }

    @Override
    public void accept(int n) {
        if (ended) {
            return;
        }
        if (n < 0 || n > length - committed) {
            throw new IllegalArgumentException("accept " + n + " of a tail of " + (length - committed) + " ids");
        }
        for (int i = 0; i < n && !ended; i++) {
            settleNext();
        }
    }

    @Override
    public void drop() {
        if (length > committed) {
            attempts.forgetBeyond(committed);
            verdicts.forgetBeyond(committed);
        }
        length = committed;
        lowestCut = Math.min(lowestCut, committed);
    }

    private void append(int id) {
        checkId(id);
        reserve(length + 1);
        int attempt = attempts.newest(length, id);
        ids[length] = id;
        writers[length - promptLength] =
                (byte) (1 + (attempt == Attempts.NONE ? CommitSink.NOBODY : attempts.role(attempt)));
        steps.put(length, attempt == Attempts.NONE ? null : attempts.step(attempt));
        length++;
    }

    private void settleNext() {
        int position = committed;
        int id = ids[position];
        if (allowed != null) {
            allowed.commit(id);
        }
        committed++;
        int writer = writerIndex(position);
        Step step = null;
        if (writer != CommitSink.NOBODY) {
            int attempt = attempts.newestOf(writer, position, id);
            attempts.take(attempt);
            step = attempts.step(attempt);
        }
        int first = attempts.first(position);
        int other = attempts.newestOfOthers(position, writer);
        ended = sink.committed(
                position - promptLength,
                id,
                writer,
                step,
                first == Attempts.NONE ? null : attempts.step(first),
                other == Attempts.NONE ? CommitSink.NOBODY : attempts.role(other),
                other == Attempts.NONE ? null : attempts.step(other),
                verdicts.at(position));
        attempts.settle(committed);
        steps.settle(position);
        if (ended) {
            drop();
        }
    }

    private int checked(int position) {
        if (position < 0 || position >= length) {
            throw new IndexOutOfBoundsException("position " + position + " of a trace of " + length);
        }
        return position;
    }

    private void reserve(int wanted) {
        if (wanted > ids.length) {
            int size = Math.max(wanted, ids.length + ids.length / 2);
            ids = Arrays.copyOf(ids, size);
            writers = Arrays.copyOf(writers, size - promptLength);
        }
    }
}
