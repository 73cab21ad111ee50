package io.tokenrouter.engine.tokenizer.template;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TextFragmentsTest {

    /** Texts of two or three letters have every shape of repetition that an automaton can get wrong. */
    @Test
    void areThoseThatLookingAtAllTextsFinds() {
        Random random = new Random(1);
        for (int round = 0; round < 300; round++) {
            int letters = 2 + random.nextInt(2);
            List<String> texts = new ArrayList<>();
            TextFragments fragments = new TextFragments();
            PrefixTree tree = new PrefixTree();
            for (int i = random.nextInt(5); i >= 0; i--) {
                String text = text(random, letters, 1 + random.nextInt(9));
                texts.add(text);
                fragments.add(text);
                tree.add(text);
            }
            for (int i = 0; i < 100; i++) {
                String asked = text(random, letters, random.nextInt(11));
                assertThat(fragments.mayContinue(asked))
                        .as("%s in %s", asked, texts)
                        .isEqualTo(mayContinue(texts, asked));
                assertThat(tree.hasOneAt("c" + asked, 1))
                        .as("%s begins with one of %s", asked, texts)
                        .isEqualTo(texts.stream().anyMatch(asked::startsWith));
                assertThat(tree.sharesBeginningWith(asked))
                        .as("%s and %s", asked, texts)
                        .isEqualTo(texts.stream().anyMatch(text -> text.startsWith(asked) || asked.startsWith(text)));
            }
        }
    }

    private static boolean mayContinue(List<String> texts, String asked) {
        for (int end = 1; end <= asked.length(); end++) {
            String beginning = asked.substring(0, end);
            if (texts.stream().anyMatch(text -> text.endsWith(beginning))) {
                return true;
            }
        }
        return !asked.isEmpty() && texts.stream().anyMatch(text -> text.contains(asked));
    }

    private static String text(Random random, int letters, int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append((char) ('a' + random.nextInt(letters)));
        }
        return text.toString();
    }

    /** A quarter of what a file may have; as strings, their fragments would be 33 million. */
    @Test
    void manyLongControlTokensTakeSomeMegabytes() {
        Random random = new Random(2);
        List<String> spellings = new ArrayList<>();
        for (int i = 0; i < 1024; i++) {
            spellings.add(text(random, 26, 256));
        }
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        ControlSpellings control = new ControlSpellings(new ControlTokens(spellings));
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(150_000_000);
        assertThat(control.mayBeContinuedBy(spellings.getLast().substring(100, 200)))
                .isTrue();
        assertThat(control.mayBeContinuedBy("A")).isFalse();
    }
}
