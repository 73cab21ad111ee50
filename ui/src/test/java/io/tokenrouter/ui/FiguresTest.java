package io.tokenrouter.ui;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiguresTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "139584 | 139,584",
                "3082496 | 3,082,496",
                "134515008 | 135 M",
                "16000000 | 16.0 M",
                "999600000 | 1.00 B",
                "7620000000 | 7.62 B"
            })
    void weightsAreExactWhileTheyAreFew(long weights, String shown) {
        assertThat(Figures.weights(weights)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource({"284000, 284.0 kB", "6180000, 6.2 MB", "15200000000, 15.20 GB"})
    void bytesAreInDecimalUnits(long bytes, String shown) {
        assertThat(Figures.bytes(bytes)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource({"139584, 3082496, 1 : 22", "100, 250, 1 : 2.5"})
    void ratioOfAPair(long small, long large, String shown) {
        assertThat(Figures.ratio(small, large)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource({"1e-7, 0.0000001", "0.45, 0.45", "3.0, 3", "100.0, 100", "0.0, 0"})
    void optionsAreNeverWrittenWithAnExponent(double value, String shown) {
        assertThat(Figures.plain(value)).isEqualTo(shown);
    }

    @Test
    void whatIsNoNumberStaysAsItIs() {
        assertThat(Figures.plain("1e-7")).isEqualTo("1e-7");
        assertThat(Figures.plain(12)).isEqualTo("12");
        assertThat(Figures.plain(Double.NaN)).isEqualTo("NaN");
    }
}
