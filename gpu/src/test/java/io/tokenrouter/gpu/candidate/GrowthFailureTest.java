package io.tokenrouter.gpu.candidate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.TokenMask;
import io.tokenrouter.engine.executor.CandidateRequest;
import io.tokenrouter.gpu.driver.CudaException;
import io.tokenrouter.gpu.emulator.Emulator;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Passes that would need more memory than there is leave a stage as it was. */
class GrowthFailureTest {

    private static final int IDS = 5000;
    private static final int ROWS = 16;

    private final RandomRequests some = new RandomRequests(5);
    private final List<float[]> rows = some.rows(IDS, ROWS);

    @BeforeEach
    void emulate() {
        Emulator.requireEmulated();
        Emulator.reset();
    }

    @AfterEach
    void reset() {
        if (!Emulator.isReal()) {
            Emulator.reset();
        }
    }

    @Test
    void masksThatFindNoRoomOnTheDeviceOrTheHost() {
        CandidateRequest masked = some.request(IDS, SamplingParams.GREEDY, TokenMask.below(4000));
        try (StageFixture fixture = new StageFixture(IDS, ROWS, 8)) {
            pass(fixture, masked, 2);
            long bytes = Emulator.bytes(0);
            long pinned = Emulator.pinnedBytes(0);
            Emulator.failAllocation(0);
            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(() -> pass(fixture, masked, ROWS))
                    .withMessageContaining("--kv-memory");
            pass(fixture, masked, 2);
            Emulator.failAllocation(1);
            assertThatExceptionOfType(CudaException.class).isThrownBy(() -> pass(fixture, masked, ROWS));
            assertThat(Emulator.bytes(0)).isEqualTo(bytes);
            assertThat(Emulator.pinnedBytes(0)).isEqualTo(pinned);
            pass(fixture, masked, 2);
            pass(fixture, masked, ROWS);
            assertThat(Emulator.bytes(0)).isGreaterThan(bytes);
        }
    }

    @Test
    void rowsThatFindNoRoomOnTheHost() {
        CandidateRequest whole = new CandidateRequest(
                SamplingParams.GREEDY, 3, new int[3], 3, 0, false, false, List.of(), null, null, null, true, null);
        try (StageFixture fixture = new StageFixture(IDS, ROWS, 8)) {
            pass(fixture, whole, 2);
            assertThat(fixture.stage.hostCount()).isEqualTo(2);
            long pinned = Emulator.pinnedBytes(0);
            Emulator.failAllocation(0);
            assertThatExceptionOfType(CudaException.class).isThrownBy(() -> pass(fixture, whole, ROWS));
            assertThat(Emulator.pinnedBytes(0)).isEqualTo(pinned);
            pass(fixture, whole, 2);
            pass(fixture, whole, ROWS);
            assertThat(Emulator.pinnedBytes(0)).isGreaterThan(pinned);
        }
    }

    private void pass(StageFixture fixture, CandidateRequest request, int count) {
        fixture.check(rows.subList(0, count), Collections.nCopies(count, request));
    }
}
