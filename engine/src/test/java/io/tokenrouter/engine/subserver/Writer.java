package io.tokenrouter.engine.subserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.executor.CandidateRequest;
import io.tokenrouter.engine.executor.TokenCandidate;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Writes some tokens at its seat, then leaves. */
final class Writer implements SeatOwner {
    final Seat seat;
    final CountDownLatch gone = new CountDownLatch(1);
    int[] ids;
    int length;
    int left;

    /**
     * @param age also the id of which its prompt consists
     */
    Writer(Subserver at, long age, int promptLength, int tokens) {
        ids = new int[promptLength + tokens];
        Arrays.fill(ids, 0, promptLength, (int) age);
        length = promptLength;
        left = tokens;
        seat = at.open(this, age, promptLength);
    }

    Writer enter() {
        ask();
        seat.enter();
        return this;
    }

    private void ask() {
        seat.ask(ids, length, length, new CandidateRequest(SamplingParams.GREEDY, length, ids, 1, 0, false));
    }

    @Override
    public boolean isEnding() {
        return false;
    }

    @Override
    public void onEnding(Seat here) {
        throw new AssertionError("never ends by itself");
    }

    @Override
    public int onExtended(Seat here, int start, int count, StepFacts step) {
        return 0;
    }

    @Override
    public boolean onCandidate(Seat here, TokenCandidate candidate) {
        ids[length++] = candidate.token();
        if (--left == 0) {
            here.leaveForGood();
            return false;
        }
        ask();
        return true;
    }

    @Override
    public void onFailure(Seat here, Throwable cause) {
        throw new AssertionError(cause);
    }

    @Override
    public void onReleased(Seat here) {
        gone.countDown();
    }

    void awaitGone() throws InterruptedException {
        assertThat(gone.await(120, TimeUnit.SECONDS)).as("done in time").isTrue();
    }
}
