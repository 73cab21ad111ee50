package io.tokenrouter.app.signals;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.TokenSignals;
import io.tokenrouter.engine.api.TokenSignals.Agreement;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SignalTapeTest {

    private final SignalTape tape = new SignalTape("small", "large");

    @Test
    void keepsWhatIsToldInOrder() {
        assertThat(tape.isEmpty()).isTrue();
        tape.add(new TokenSignals(0, "small", "large", 1.5f, 0.4f, 0.1f, 0.7f, Agreement.DIFFERENT));
        tape.add(new TokenSignals(1, "small", "small", 0.2f, 0.9f, 0.8f, 0.1f, Agreement.UNKNOWN));
        tape.add(new TokenSignals(2, "small", "large", 1.1f, 0.5f, 0.2f, 0.6f, Agreement.SAME));
        tape.add(new TokenSignals(3, null, null, Float.NaN, Float.NaN, Float.NaN, Float.NaN, Agreement.UNKNOWN));

        SignalArrays arrays = tape.arrays();
        assertThat(arrays.asked()).isEqualTo("sss-");
        assertThat(arrays.writers()).isEqualTo("lsl-");
        assertThat(arrays.agreements()).isEqualTo("x.=.");
        assertThat(Arrays.toString(arrays.entropies())).isEqualTo("[1.5, 0.2, 1.1, NaN]");
        assertThat(Arrays.toString(arrays.topProbs())).isEqualTo("[0.4, 0.9, 0.5, NaN]");
        assertThat(Arrays.toString(arrays.margins())).isEqualTo("[0.1, 0.8, 0.2, NaN]");
        assertThat(Arrays.toString(arrays.scores())).isEqualTo("[0.7, 0.1, 0.6, NaN]");
        assertThat(arrays.omitted()).isZero();
    }

    @Test
    void aLongAnswerTakesNoMoreThanItsBound() {
        int tokens = SignalTape.MOST + 17;
        for (int i = 0; i < tokens; i++) {
            tape.add(new TokenSignals(i, "small", "small", i, 1, 1, Float.NaN, Agreement.UNKNOWN));
        }
        SignalArrays arrays = tape.arrays();

        assertThat(arrays.positions()).isEqualTo(SignalTape.MOST);
        assertThat(arrays.omitted()).isEqualTo(17);
        assertThat(arrays.entropies()).hasSize(SignalTape.MOST).endsWith(SignalTape.MOST - 1);
        assertThat(arrays.scores()).as("no router head").isNull();
        assertThat(arrays.bytes()).isLessThan(80_000);
    }
}
