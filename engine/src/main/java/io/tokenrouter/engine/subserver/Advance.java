package io.tokenrouter.engine.subserver;

import io.tokenrouter.engine.executor.BatchRow;
import io.tokenrouter.engine.executor.CandidateRequest;
import io.tokenrouter.engine.executor.ExecutorSpec;
import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.kvcache.ResidentSequence;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What was done for one seat in advance and is not used yet: resident ids that the generation has not heard of, and tokens behind the
 * last of them. What is wanted is said by the generation; all else belongs to the subserver's thread.
 *
 * <p>A token answers only who wants the same of the same ids. A row's candidate depends on nothing else, so it is what a step would
 * have made.
 */
final class Advance {

    private final Seat seat;
    private final ResidentSequence resident;
    private final ModelCounters counters;
    private final AtomicReference<@Nullable Preparation> wanted = new AtomicReference<>();

    /** The tokens behind the last resident ids, one for each id that was run ahead; the newest is behind all. */
    private final List<TokenCandidate> tokens = new ArrayList<>();

    /** Whether there are tokens; read by any thread. */
    private volatile boolean mayAnswer;

    /** The generation knows of the resident ids before this one. */
    private int heard;

    private @Nullable Preparation inStep;
    private @Nullable CandidateRequest made;
    private StepFacts step = new StepFacts(0, 0, 0, 0);

    Advance(Seat seat, ModelCounters counters) {
        this.seat = seat;
        this.resident = seat.resident;
        this.counters = counters;
    }

    /**
     * Replaces what was wanted before. By the generation, while it is elsewhere.
     *
     * @param what null for nothing
     * @return true if nothing was
     */
    boolean want(@Nullable Preparation what) {
        return wanted.getAndSet(what) == null;
    }

    /** What is wanted now; null for nothing. It may change at any moment. */
    @Nullable
    Preparation wanted() {
        return wanted.get();
    }

    /** From any thread: whether the generation may find its answer here when it comes. */
    boolean mayAnswer() {
        return mayAnswer;
    }

    /**
     * A row of what was wanted, for which there are blocks; null if there is nothing to do, or no room for it, and then it is wanted
     * no more.
     *
     * @param what taken from {@link #wanted()}
     */
    @Nullable
    BatchRow next(Preparation what, ExecutorSpec spec) {
        inStep = what;
        BatchRow row = seat.isSuspect() ? null : row(what, spec);
        if (row == null) {
            wanted.compareAndSet(what, null);
        }
        return row;
    }

    private @Nullable BatchRow row(Preparation what, ExecutorSpec spec) {
        return switch (what) {
            case Preparation.CatchUp view -> chunk(view, Preparation.CatchUp.chunk(spec));
            case Preparation.RunAhead from -> behind(from);
        };
    }

    private @Nullable BatchRow chunk(Preparation.CatchUp view, int count) {
        int agreed = resident.commonPrefix(view.ids(), view.length());
        if (view.length() - agreed < count) {
            return null;
        }
        settleTokens(agreed);
        resident.keepPrefixOf(view.ids(), view.length());
        heard = Math.min(heard, resident.length());
        if (heard == resident.length()) {
            seat.adopt(view.ids(), view.length());
            heard = resident.length();
        }
        int start = resident.length();
        boolean fits = view.length() - start >= count && resident.reserve(start + count);
        return fits ? new BatchRow(view.ids(), start, count, start, resident.blocks(), null) : null;
    }

    private @Nullable BatchRow behind(Preparation.RunAhead from) {
        int end = resident.length();
        int ran = end - from.position();
        boolean goesOn = ran > 0 && ran <= tokens.size() && resident.id(from.position()) == from.token();
        if (ran != 0 && !goesOn || ran >= from.most()) {
            return null;
        }
        int id = ran == 0 ? from.token() : tokens.getLast().token();
        if (Arrays.binarySearch(from.endIds(), id) >= 0 || !resident.reserve(end + 1)) {
            return null;
        }
        int[] ids = resident.followedBy(id);
        return new BatchRow(ids, end, 1, end, resident.blocks(), from.wanted().at(end + 1, ids));
    }

    /** The row was run. */
    void ran(BatchRow row, @Nullable TokenCandidate token, StepFacts facts) {
        resident.advance(row.ids(), row.count());
        step = facts;
        if (token != null) {
            tokens.add(token);
            made = row.candidate();
            mayAnswer = true;
            counters.ranAhead();
        } else if (inStep instanceof Preparation.CatchUp view) {
            resident.publish(view.settled());
            counters.caughtUpInAdvance(row.count(), Math.clamp(seat.promptLength - row.start(), 0, row.count()));
        }
    }

    /**
     * The generation came and asks. What was done for this very view is told to it; the rest was in vain, unless the answer is among
     * it.
     *
     * @return the answer; null if it takes a step
     */
    @Nullable
    TokenCandidate answer() {
        wanted.set(null);
        if (heard >= resident.length()) {
            return null;
        }
        int asked = seat.viewLength();
        int agreed = resident.commonPrefix(seat.view(), asked);
        int ahead = asked - aheadFrom();
        boolean answers = agreed == asked && ahead > 0 && isWanted(seat.request(), asked);
        TokenCandidate answer = answers ? tokens.get(ahead - 1) : null;
        int kept = answers ? asked : Math.min(agreed, asked - seat.answerIds());
        if (kept > heard) {
            counters.catchUpTokens.add(seat.owner.onExtended(seat, heard, kept - heard, step));
            heard = kept;
        }
        if (answers) {
            counters.keptAhead(ahead);
            tokens.subList(0, ahead).clear();
            mayAnswer = !tokens.isEmpty();
        } else {
            settleTokens(kept);
        }
        return answer;
    }

    private boolean isWanted(@Nullable CandidateRequest request, int position) {
        CandidateRequest same = made;
        return request != null && same != null && request.position() == position && request.isLike(same);
    }

    /** All resident ids are those of the generation's own steps, or it was told of them. */
    void heardAll() {
        heard = resident.length();
    }

    /** Nothing is resident any more. */
    void forget() {
        wanted.set(null);
        settleTokens(0);
        heard = 0;
    }

    /** Tokens are of no use any more; the ids before {@code kept} stay. */
    private void settleTokens(int kept) {
        if (!tokens.isEmpty()) {
            int used = Math.clamp((long) kept - aheadFrom(), 0, tokens.size());
            counters.keptAhead(used);
            counters.droppedAhead(tokens.size() - used);
            tokens.clear();
            mayAnswer = false;
        }
    }

    private int aheadFrom() {
        return resident.length() - tokens.size();
    }
}
