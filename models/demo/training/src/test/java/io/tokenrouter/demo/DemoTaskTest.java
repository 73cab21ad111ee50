package io.tokenrouter.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class DemoTaskTest {

    private static final Pattern NUMBER = Pattern.compile("\\d+");

    @Test
    void theTestSetIsTheOneOnWhichThePairWasMeasured() {
        assertThat(fingerprint(DemoTask.testProblems(500)))
                .isEqualTo("6e8a3ce96576cb7fda599f66f407738f56b195b3c81ef5a6fb6188a95c0c10d6");
    }

    @Test
    void theValidationSetIsTheOneThatGaveTheThresholds() {
        assertThat(fingerprint(DemoTask.problems(Split.VALIDATION, DemoTask.VALIDATION_SEED, 300)))
                .isEqualTo("c7ab2ca5f51f9ec4107d2e1cb2fd807b545bc3f40e1f5447640cbd84157e10da");
    }

    @Test
    void trainingStoriesAndDrillsAreThoseOfTheShippedWeights() {
        Numbers numbers = new Numbers(2024);
        StoryGenerator stories = new StoryGenerator(numbers);
        DrillGenerator drills = new DrillGenerator(numbers);
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < 2000; i++) {
            append(all, stories.next(Split.TRAINING, false));
            for (int j = 0; j < 5; j++) {
                all.append(drills.next()).append('\n');
            }
        }
        assertThat(Hashes.sha256(all)).isEqualTo("f8b8f8050e924a36876e2d06057b9e4ef2ac82c7950d8cf1d15c55017cfbd604");
    }

    @Test
    void aProblemTellsAStoryAndWorksItOut() {
        Problem problem = DemoTask.testProblems(1).getFirst();
        assertThat(problem.prompt())
                .isEqualTo("Sara has 54 old and 75 new beads. A friend takes 55. A friend brings 257 more."
                        + " How many beads are there at the end?");
        assertThat(problem.answer()).isEqualTo("""
                        The old and new make 54 + 75 = 129.
                        Taking 55 leaves 129 - 55 = 74.
                        Bringing 257 more makes 74 + 257 = 331.
                        Answer: 331""");
        assertThat(problem.result()).isEqualTo(331);
        assertThat(problem.equations()).containsExactly("54 + 75 = 129", "129 - 55 = 74", "74 + 257 = 331");
    }

    @Test
    void everyEquationIsTrueAndTheLastOneGivesTheResult() {
        for (Problem problem : DemoTask.testProblems(200)) {
            for (String equation : problem.equations()) {
                assertThat(isTrue(equation)).as(equation).isTrue();
            }
            assertThat(problem.equations()).hasSize(problem.steps());
            assertThat(problem.equations().getLast()).endsWith("= " + problem.result());
        }
    }

    @Test
    void theSplitsShareNoProblemAndHalfOfATestSetHasUnseenCombinations() {
        List<Problem> test = DemoTask.testProblems(300);
        Set<List<String>> testNumbers = new HashSet<>();
        test.forEach(problem -> testNumbers.add(problem.equations()));
        assertThat(test).filteredOn(Problem::unseenCombination).hasSize(150);
        assertThat(DemoTask.problems(Split.TRAINING, 5, 3000))
                .noneMatch(Problem::unseenCombination)
                .noneMatch(problem -> testNumbers.contains(problem.equations()));
    }

    @Test
    void noFactThatIsHeldOutOccursInTraining() {
        for (Problem problem : DemoTask.problems(Split.TRAINING, 11, 2000)) {
            for (String equation : problem.equations()) {
                assertThat(isHeldOut(equation)).as(equation).isFalse();
            }
        }
    }

    @Test
    void aShorterSetIsTheBeginningOfALongerOne() {
        assertThat(DemoTask.testProblems(40))
                .startsWith(DemoTask.testProblems(15).toArray(Problem[]::new));
    }

    @Test
    void onlyTheExactNumberAfterTheLastMarkIsRight() {
        Problem problem = DemoTask.testProblems(1).getFirst();
        assertThat(DemoTask.grade(problem.answer(), problem)).isTrue();
        assertThat(DemoTask.grade("nonsense\nAnswer: 331", problem)).isTrue();
        assertThat(DemoTask.grade("Answer: 331\nAnswer: 332", problem)).isFalse();
        assertThat(DemoTask.grade("Answer: 331.", problem)).isFalse();
        assertThat(DemoTask.grade("Answer: 0331", problem)).isFalse();
        assertThat(DemoTask.grade("331", problem)).isFalse();
        assertThat(DemoTask.grade("", problem)).isFalse();
    }

    private static boolean isTrue(String equation) {
        String[] words = equation.split(" ");
        int a = Integer.parseInt(words[0]);
        int b = Integer.parseInt(words[2]);
        int claimed = Integer.parseInt(words[words.length - 1]);
        return switch (words[1]) {
            case "+" -> a + b == claimed;
            case "-" -> a - b == claimed;
            case "x" -> a * b == claimed && Integer.parseInt(words[4]) + Integer.parseInt(words[6]) == claimed;
            default -> false;
        };
    }

    private static boolean isHeldOut(String equation) {
        Matcher numbers = NUMBER.matcher(equation);
        numbers.find();
        int a = Integer.parseInt(numbers.group());
        numbers.find();
        int b = Integer.parseInt(numbers.group());
        return equation.contains(" - ")
                ? Equation.isHeldOutDifference(a, b)
                : !equation.contains(" x ") && Equation.isHeldOutSum(a, b);
    }

    private static String fingerprint(List<Problem> problems) {
        StringBuilder all = new StringBuilder();
        problems.forEach(problem -> append(all, problem));
        return Hashes.sha256(all);
    }

    private static void append(StringBuilder all, Problem problem) {
        all.append(problem.prompt())
                .append('\n')
                .append(problem.answer())
                .append('\n')
                .append(problem.result())
                .append(problem.equations())
                .append(problem.unseenCombination())
                .append(problem.steps())
                .append('\n');
    }
}
