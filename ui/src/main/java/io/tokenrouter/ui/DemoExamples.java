package io.tokenrouter.ui;

import java.util.List;

/** Number stories of the kind that the demo pair was trained on. */
public final class DemoExamples {

    /** Each takes two to four worked steps. */
    public static final List<ExamplePrompt> NUMBER_STORIES = List.of(
            new ExamplePrompt(
                    "Omar’s tickets",
                    "Omar has 268 tickets. A friend takes 127. He wins 85 more. He loses 49."
                            + " How many tickets are there at the end?"),
            new ExamplePrompt(
                    "Sara’s beads",
                    "Sara has 54 old and 75 new beads. A friend takes 55. A friend brings 257 more."
                            + " How many beads are there at the end?"),
            new ExamplePrompt(
                    "Lena’s buttons",
                    "Lena has 168 buttons. She buys 76 more. She gives away 129. How many buttons does Lena have now?"),
            new ExamplePrompt(
                    "Paul’s eggs",
                    "Paul has 4 boxes with 37 eggs each. He sells 59. A friend brings 124 more."
                            + " What is the final number of eggs?"));

    private DemoExamples() {}
}
