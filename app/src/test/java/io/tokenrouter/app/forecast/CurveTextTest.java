package io.tokenrouter.app.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tokenrouter.engine.throughput.StepTimeCurve;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CurveTextTest {

    @Test
    void aFixedCostAndACostOfEachRow() {
        StepTimeCurve curve = CurveText.parse("--small", "6.3, 0.004");
        assertThat(curve.nanos(1)).isCloseTo(6.304e6, within(1e-3));
        assertThat(curve.nanos(1000)).isCloseTo(10.3e6, within(1e-3));
    }

    @Test
    void aTableIsStraightBetweenItsEntriesAndGoesOnAsTheLastOnesDo() {
        StepTimeCurve curve = CurveText.parse("--large", "2:11, 4:14,8:20");
        assertThat(new double[] {curve.nanos(1), curve.nanos(2), curve.nanos(3), curve.nanos(6), curve.nanos(108)})
                .containsExactly(11e6, 11e6, 12.5e6, 17e6, 170e6);
        assertThat(curve.measuredRows()).isEqualTo(8);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            5               | expected FIXED,PER_ROW
            1,2,3           | expected FIXED,PER_ROW
            1:2:3           | expected FIXED,PER_ROW
            -1,2            | the fixed cost is from 0 to 600,000 ms, not '-1'
            1,NaN           | the cost of a row is from 0 to 600,000 ms, not 'NaN'
            0,0             | longer than 0 ms
            1:1e9           | a step time is from 0 to 600,000 ms, not '1e9'
            0:5             | rows are a whole number from 1 to 4096, not '0'
            4097:5          | rows are a whole number from 1 to 4096, not '4097'
            2:5,2:6         | rows must rise: 2 comes after 2
            1:5,2:4         | times must not fall: 2:4 comes after 1:5
            x               | expected FIXED,PER_ROW
            """)
    void saysWhatIsWrong(String text, String message) {
        assertThatThrownBy(() -> CurveText.parse("--small", text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("--small '" + text + "'")
                .hasMessageContaining(message);
    }

    @Test
    void aTextOfAnyLengthIsRefusedInAShortMessage() {
        assertThatThrownBy(() -> CurveText.parse("--small", "1:2,".repeat(100_000)))
                .satisfies(e -> assertThat(e.getMessage().length()).isLessThan(400));
    }
}
