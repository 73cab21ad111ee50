package io.tokenrouter.engine.routing.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.routing.View;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class CallScannerTest {

    private static final int FIRST = 10;

    private static List<CallScanner.Call> calls(String... tokens) {
        CallScanner scanner = new CallScanner("<call>", "</call>");
        List<CallScanner.Call> calls = new ArrayList<>();
        for (int i = 0; i < tokens.length; i++) {
            CallScanner.Call call = scanner.accept(FIRST + i, tokens[i].getBytes(StandardCharsets.UTF_8));
            if (call != null) {
                calls.add(call);
            }
        }
        return calls;
    }

    private static CallScanner.Call call(int tokens, int from, int to) {
        return new CallScanner.Call(tokens, new View.Range(FIRST + from, FIRST + to));
    }

    @Test
    void aCallIsTheTokensThatItTouches() {
        assertThat(calls("so <", "call>", "2", "0", "</call", ">!", "well")).containsExactly(call(20, 0, 6));
        assertThat(calls("a", "<call>3</call>", "b")).containsExactly(call(3, 1, 2));
        assertThat(calls("<call> 7 </call>", "<call>8</call>")).containsExactly(call(7, 0, 1), call(8, 1, 2));
    }

    @Test
    void whatIsNoNumberIsNoCall() {
        assertThat(calls("<call>", "help", "</call>", "<call>", "4", "</call>")).containsExactly(call(4, 3, 6));
        assertThat(calls("<call></call>", "<call>-1</call>", "<call>12345678901</call>"))
                .isEmpty();
        assertThat(calls("</call>", "<call>", "5")).isEmpty();
    }

    @Test
    void tokensThatAreNotTheSmallModelsBeginANewText() {
        CallScanner scanner = new CallScanner("<call>", "</call>");
        assertThat(scanner.accept(0, "<ca".getBytes(StandardCharsets.UTF_8))).isNull();
        assertThat(scanner.accept(5, "ll>9</call>".getBytes(StandardCharsets.UTF_8)))
                .isNull();
        assertThat(scanner.accept(6, "<call>9</call>".getBytes(StandardCharsets.UTF_8)))
                .isNotNull();
    }

    @Property(tries = 300)
    void howTheTextIsCutIntoTokensChangesNoCall(@ForAll long seed) {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder();
        List<Integer> expected = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            text.append("word é ".repeat(random.nextInt(4)));
            int tokens = random.nextInt(1000);
            expected.add(tokens);
            text.append("<call>").append(tokens).append("</call> ");
        }
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        CallScanner scanner = new CallScanner("<call>", "</call>");
        List<Integer> found = new ArrayList<>();
        int position = 0;
        for (int from = 0; from < bytes.length; position++) {
            int to = Math.min(bytes.length, from + 1 + random.nextInt(8));
            CallScanner.Call call = scanner.accept(position, Arrays.copyOfRange(bytes, from, to));
            if (call != null) {
                found.add(call.tokens());
                assertThat(call.stretch().to()).isEqualTo(position + 1);
            }
            from = to;
        }
        assertThat(found).isEqualTo(expected);
    }
}
