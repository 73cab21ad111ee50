package io.tokenrouter.app.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.executor.cpu.CpuMemory;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class MemoryCheckTest {

    private static final long MIB = 1L << 20;
    private static final CpuMemory NEEDED = new CpuMemory(500 * MIB, 80 * MIB, 20 * MIB);

    @Test
    void itFitsWhereATenthOfTheHeapStaysFree() {
        assertThat(MemoryCheck.of(NEEDED, probe(112, 112, 501)).refusal()).isNull();
    }

    @Test
    void garbageIsNoReasonToRefuse() {
        MemoryCheck check = MemoryCheck.of(NEEDED, probe(10, 200, 501));

        assertThat(check.refusal()).isNull();
        assertThat(check.freeHeap()).isEqualTo(200 * MIB);
    }

    @Test
    void tooLittleHeapSaysWhatIsNeededWhatIsFreeAndWhatToDo() {
        assertThat(MemoryCheck.of(NEEDED, probe(50, 60, 501)).refusal())
                .contains("100 MiB of Java heap needed", "80 MiB of them for the KV cache", "60 MiB free", "-Xmx");
    }

    @Test
    void weightsThatTheMachineCannotHoldAreRefused() {
        assertThat(MemoryCheck.of(NEEDED, probe(500, 500, 499)).refusal())
                .contains("weights take 500 MiB", "499 MiB are available");
    }

    private static MemoryProbe probe(long free, long afterCollection, long available) {
        return new MemoryProbe() {
            @Override
            long freeHeap() {
                return free * MIB;
            }

            @Override
            long freeHeapAfterCollection() {
                return afterCollection * MIB;
            }

            @Override
            OptionalLong available() {
                return OptionalLong.of(available * MIB);
            }
        };
    }
}
