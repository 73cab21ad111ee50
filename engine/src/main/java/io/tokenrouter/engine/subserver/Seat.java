package io.tokenrouter.engine.subserver;

import io.tokenrouter.engine.executor.CandidateRequest;
import io.tokenrouter.engine.kvcache.ResidentSequence;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One generation's place at one model: what it has resident there, and what it asks next. The generation asks and enters from
 * wherever it is; everything else belongs to the subserver's thread. A generation is at one seat, or, while several models are asked
 * for rows of one token, at one seat of each of these.
 */
public final class Seat {

    private static final int[] NO_IDS = {};

    /** What the inbox carries a seat for. */
    enum Errand {
        ENTER,
        RELEASE
    }

    final SeatOwner owner;
    final ResidentSequence resident;
    final long age;
    final int promptLength;
    final Advance advance;
    final Absence absence = new Absence();

    /** Written by the sender before the seat is in the inbox. */
    Errand errand = Errand.ENTER;

    /** While in the inbox: the seat that was put there before this one. */
    @Nullable
    Seat earlier;

    private final Subserver home;

    // The ask: written by the generation, read by the subserver while the seat waits there.
    private int[] view = NO_IDS;
    private int viewLength;
    private int settled;
    private @Nullable CandidateRequest request;

    /** Set by the subserver's thread; read by any. */
    private volatile boolean inStep;

    // Of the subserver's thread.
    private boolean aligned;
    private boolean suspect;
    private boolean arrived;
    private int adopted = -1;
    private int prefixHits;
    private int sharedIds;
    private long readyNanos;

    /** Of whoever has the generation. */
    private RunningShares onward = RunningShares.NONE;

    Seat(Subserver home, SeatOwner owner, ResidentSequence resident, long age, int promptLength) {
        this.home = home;
        this.owner = owner;
        this.resident = resident;
        this.age = age;
        this.promptLength = promptLength;
        this.advance = new Advance(this, home.counters());
    }

    public Subserver home() {
        return home;
    }

    /**
     * Says what the model is to see and what is wanted after it. Only by the generation, and only when it waits for no answer here.
     *
     * @param ids holds the view from its start; entries below {@code length} must not change until the answer
     * @param length ids of the view, at least 1
     * @param settledIds leading ids that are final: their blocks may be shared
     * @param wanted the candidate after the last id
     */
    public void ask(int[] ids, int length, int settledIds, CandidateRequest wanted) {
        view = ids;
        viewLength = length;
        settled = settledIds;
        request = wanted;
    }

    /**
     * Says which seats one generation has, and so where it may go from each. Only by the generation, before it enters any of them.
     *
     * @param seats null where it has none
     */
    public static void bind(@Nullable Seat[] seats) {
        List<Seat> taken = Arrays.stream(seats).filter(Objects::nonNull).toList();
        for (Seat seat : taken) {
            List<GroupMember> others = taken.stream()
                    .map(other -> other.home.member)
                    .filter(member -> member != seat.home.member)
                    .toList();
            seat.onward = seat.home.scheduler.pooledShares(seat.home.member, others);
        }
    }

    /**
     * The generation had an answer here and visits a model next. Only by the generation, before it enters any seat.
     *
     * @param next this one if it stays, or comes again at once
     */
    public void left(Seat next) {
        onward.went(next.home.member);
    }

    /**
     * Whether the model may prepare anything. Not where other models use its device: what looks like spare time there is theirs. From any
     * thread.
     */
    public boolean mayPrepare() {
        return home.member.ownsDevice;
    }

    /** Says what the model may do meanwhile, in place of what was said before. By the generation, while it is elsewhere. */
    public void prepare(Preparation what) {
        if (advance.want(what)) {
            home.prepare(this);
        }
    }

    /** What was to be prepared, and is not begun yet, is not wanted any more. As {@link #prepare}. */
    public void prepareNothing() {
        advance.want(null);
    }

    /** Goes to the subserver's queue, from any thread. */
    public void enter() {
        home.enter(this);
    }

    /** Gives up the seat for good, from any thread. The generation must not be at it, or must be ending there. */
    public void leaveForGood() {
        home.release(this);
    }

    /** Gives up what is resident and keeps the seat; only on the subserver's thread. */
    public void forgetResident() {
        advance.forget();
        resident.release();
        aligned = false;
    }

    /** Prompt ids that the first visit found in the shared-prefix cache; 0 before it. */
    public int adoptedPromptIds() {
        return Math.clamp(adopted, 0, promptLength);
    }

    /**
     * Resident ids that the generation's steps here left for this visit, shared prefixes left out; negative unless the step is the first
     * since the generation came. Once a step, within {@link SeatOwner#onExtended}.
     *
     * @param start the first id that the step ran
     */
    public int keptOnArrival(int start) {
        if (!arrived) {
            return -1;
        }
        arrived = false;
        return Math.max(0, start - sharedIds);
    }

    /** KV blocks held while the generation was at another model, times nanoseconds; up to now. From any thread. */
    public long keptBlockNanos(long nowNanos) {
        return absence.blockNanos(nowNanos);
    }

    /** The seat is about to be put into the inbox. */
    void sent(long nowNanos) {
        errand = Errand.ENTER;
        arrived = true;
        onward.sent();
        asked(nowNanos);
    }

    /** The seat was asked anew: resident ids have to be aligned with the view again. */
    void asked(long nowNanos) {
        aligned = false;
        sharedIds = 0;
        inStep = false;
        readyNanos = nowNanos;
    }

    /** A step has run some of what was asked, and the rest waits for another. */
    void advanced(long nowNanos) {
        inStep = false;
        readyNanos = nowNanos;
    }

    /** Keeps what the view has in common with the resident ids, and takes over shared blocks. */
    void align() {
        if (aligned) {
            return;
        }
        int mayStay = viewLength - drafts();
        resident.keepPrefixOf(view, mayStay);
        sharedIds = prefixHits;
        adopt(view, mayStay);
        sharedIds = prefixHits - sharedIds;
        advance.heardAll();
        aligned = true;
    }

    /** Takes over shared blocks that continue what is resident. */
    void adopt(int[] ids, int length) {
        int taken = resident.adoptCached(ids, length);
        prefixHits += taken;
        if (adopted < 0) {
            adopted = taken;
        }
    }

    /** Ids found in the shared-prefix cache since the last call. */
    int takePrefixHits() {
        int taken = prefixHits;
        prefixHits = 0;
        return taken;
    }

    /** Ids that still have to run before there is an answer; valid when aligned, at least {@link #answerIds()}. */
    int gap() {
        return viewLength - resident.length();
    }

    /** Last ids of the view that have to run in one step: what is judged, and the id before it. */
    int answerIds() {
        return drafts() + 1;
    }

    /**
     * Ids that the next step is to run.
     *
     * @param most that it has room for
     * @return 0 if what is left has to run in one step, and this one has no room for it
     */
    int next(int most) {
        return gap() <= most ? gap() : Math.min(most, gap() - answerIds());
    }

    private int drafts() {
        CandidateRequest wanted = request;
        return wanted == null ? 0 : wanted.drafts();
    }

    /** Blocks that the view needs beyond those held; valid when aligned. */
    int missingBlocks() {
        return resident.missingBlocks(viewLength);
    }

    int[] view() {
        return view;
    }

    int viewLength() {
        return viewLength;
    }

    @Nullable
    CandidateRequest request() {
        return request;
    }

    /** Where its generation goes from here. */
    RunningShares onward() {
        return onward;
    }

    long readyNanos() {
        return readyNanos;
    }

    void inStep(boolean value) {
        inStep = value;
    }

    /** Whether a step with its row runs or its answer is being handed out; from any thread. */
    public boolean isInStep() {
        return inStep;
    }

    /** Its row could not be run: what is resident is not trusted any more, and from now on it runs without batch mates. */
    void failed() {
        forgetResident();
        suspect = true;
    }

    /** True if a row of the seat has failed. */
    boolean isSuspect() {
        return suspect;
    }

    /** The step ran: the ids are resident, and full settled blocks may be shared. */
    void advance(int count) {
        resident.advance(view, count);
        resident.publish(settled);
        advance.heardAll();
    }
}
