package io.tokenrouter.bench.algorithms;

import io.tokenrouter.bench.demo.Answers;
import io.tokenrouter.bench.demo.Question;
import io.tokenrouter.bench.report.AlternatingRounds;
import io.tokenrouter.bench.routing.RoundRouter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;

/**
 * Tokens per second of all contenders, each beside its own naive way, in turn, round by round. All answer the same problems in a round;
 * every round has other problems.
 */
final class Speeds {

    private static final Contender ENTROPY = BuiltIns.of(List.of("uncertainty")).stream()
            .filter(contender -> contender.options().equals(Map.of("enter", BuiltIns.CAUTIOUS)))
            .findFirst()
            .orElseThrow();

    private final List<Contender> contenders;
    private final AlternatingRounds rounds;

    private Speeds(List<Contender> contenders, AlternatingRounds rounds) {
        this.contenders = contenders;
        this.rounds = rounds;
    }

    /** What a run of the rounds needs. */
    record Setting(DemoPair pair, List<Question> questions, int perRound, int rounds) {

        /** Other ones in every round, as far as they go. */
        List<Question> ofRound(int round) {
            int first = round * perRound % (questions.size() - perRound + 1);
            return questions.subList(first, first + perRound);
        }
    }

    /**
     * The naive way must write what the contender wrote; every contender has run before, and after this its naive way too.
     *
     * @param answers of the contender to all questions
     * @throws IllegalStateException if it does not
     */
    static void requireSame(Setting setting, Contender contender, Answers answers) throws InterruptedException {
        answers.requireSameIds(setting.pair().naive(contender, setting.ofRound(0)));
    }

    /** @param progress told of every measurement */
    static Speeds measure(Setting setting, List<Contender> contenders, Consumer<Contender> progress)
            throws InterruptedException {
        DemoPair pair = setting.pair();
        RoundRouter straight = pair.straight(BuiltIns.CAUTIOUS);
        pair.routed(ENTROPY, setting.ofRound(0)).requireSameIds(straight(straight, setting.ofRound(0)));
        List<DoubleSupplier> all = new ArrayList<>();
        for (Contender contender : contenders) {
            all.add(each(round -> pair.routed(contender, setting.ofRound(round))));
            all.add(each(round -> {
                progress.accept(contender);
                return pair.naive(contender, setting.ofRound(round));
            }));
        }
        all.add(each(round -> pair.naive(ENTROPY, setting.ofRound(round))));
        all.add(each(round -> straight(straight, setting.ofRound(round))));
        return new Speeds(contenders, AlternatingRounds.run(setting.rounds(), all.toArray(DoubleSupplier[]::new)));
    }

    private static Answers straight(RoundRouter executors, List<Question> questions) {
        List<int[]> prompts = questions.stream().map(Question::prompt).toList();
        return executors.run(prompts, 1, RoundRouter.Caches.RECOMPUTED);
    }

    double tokensPerSecond(Contender contender) {
        return rounds.median(index(contender));
    }

    double naiveTokensPerSecond(Contender contender) {
        return rounds.median(index(contender) + 1);
    }

    double toNaive(Contender contender) {
        return rounds.medianRatio(index(contender), index(contender) + 1);
    }

    double ratio(Contender contender, Contender other) {
        return rounds.medianRatio(index(contender), index(other));
    }

    /** The naive way through the engine, which all are compared with, as a multiple of the same straight on the executors. */
    double naiveToStraight() {
        return rounds.medianRatio(2 * contenders.size(), 2 * contenders.size() + 1);
    }

    private int index(Contender contender) {
        return 2 * contenders.indexOf(contender);
    }

    private interface Run {
        Answers of(int round) throws InterruptedException;
    }

    /** Rounds are counted, since each contender runs once in a round. */
    private static DoubleSupplier each(Run run) {
        int[] round = {0};
        return () -> {
            try {
                return run.of(round[0]++).tokensPerSecond();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", e);
            }
        };
    }
}
