package io.tokenrouter.app.requests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Who wrote an answer, in few cells. */
class TapeLogTest {

    @Test
    void aShortAnswerHasACellForEachToken() {
        TapeLog log = new TapeLog();
        for (char writer : "ssls".toCharArray()) {
            log.add(writer == 'l');
        }
        assertThat(log.tape()).isEqualTo(new Tape(1, "0090"));
    }

    @Test
    void oneTokenOfTheLargeModelIsNeverLost() {
        TapeLog log = new TapeLog();
        for (int i = 0; i < 1_000_000; i++) {
            log.add(i == 77_777);
        }
        Tape tape = log.tape();
        assertThat(tape.cells()).hasSizeBetween(TapeLog.MOST / 2, TapeLog.MOST);
        assertThat(tape.cells().replace("0", "")).isEqualTo("1");
        assertThat(tape.cells().indexOf('1')).isEqualTo(77_777 / tape.tokensPerCell());
    }

    @Property(tries = 50)
    void eachCellTellsTheShareOfItsTokens(@ForAll @Size(max = 900) List<Boolean> byLarge) {
        TapeLog log = new TapeLog();
        byLarge.forEach(log::add);
        Tape tape = log.tape();
        int size = tape.tokensPerCell();
        StringBuilder expected = new StringBuilder();
        for (int from = 0; from < byLarge.size(); from += size) {
            List<Boolean> cell = byLarge.subList(from, Math.min(byLarge.size(), from + size));
            long large = cell.stream().filter(writer -> writer).count();
            expected.append((int) Math.ceil(9.0 * large / cell.size()));
        }
        assertThat(tape.cells()).isEqualTo(expected.toString());
        assertThat(Tape.of(tape.text())).isEqualTo(tape);
    }
}
