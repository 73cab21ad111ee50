package io.tokenrouter.engine.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ExecutorSpecTest {

    private static ExecutorSpec spec(List<Integer> stepSizes) {
        return new ExecutorSpec(40, 100, 4, 50, 16, 64, stepSizes);
    }

    @Test
    void stepSizesRiseUpToTheMostRows() {
        assertThat(spec(List.of(1, 8, 16)).stepSizes()).containsExactly(1, 8, 16);
        assertThat(new ExecutorSpec(40, 100, 4, 50, 16, 64).stepSizes()).isEmpty();
    }

    @Test
    void otherStepSizesAreRefusedWithWhatIsWrong() {
        for (List<Integer> wrong : List.of(
                List.of(0, 8), List.of(-1), List.of(8, 8), List.of(8, 4), List.of(8, 17), List.of(Integer.MAX_VALUE))) {
            assertThatThrownBy(() -> spec(wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("from 1 to the most rows of a step, 16")
                    .hasMessageContaining(wrong.toString());
        }
    }
}
