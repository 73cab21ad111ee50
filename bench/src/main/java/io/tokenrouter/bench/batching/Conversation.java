package io.tokenrouter.bench.batching;

import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.StopCriteria;
import java.util.Arrays;
import java.util.SplittableRandom;

/** A client of a profile pair: conversations of one {@link Traffic}, one after the other, of random ids from a fixed seed. */
final class Conversation implements Client {

    private final Traffic traffic;
    private final String target;
    private final PolicySpec policy;
    private final int number;
    private final int vocabulary;
    private final int firstAnswer;
    private final SplittableRandom random;
    private final int[] ids;
    private int length;
    private int turn;
    private long sent;

    /**
     * @param number of the client, from 0
     * @param clients of them all; their first answers and conversations have different lengths, so that their ends are spread
     */
    Conversation(Traffic traffic, String target, PolicySpec policy, int number, int clients, int vocabulary) {
        this.traffic = traffic;
        this.target = target;
        this.policy = policy;
        this.number = number;
        this.vocabulary = vocabulary;
        this.firstAnswer = 1 + (int) ((long) number * (traffic.answer() - 1) / clients);
        this.random = new SplittableRandom(number);
        this.ids = new int[traffic.context()];
        this.turn = number % traffic.turns();
    }

    @Override
    public GenerationRequest next() {
        if (turn == traffic.turns()) {
            turn = 0;
            length = 0;
        }
        add(length == 0 ? traffic.firstPrompt() : traffic.newIds());
        turn++;
        int tokens = sent == 0 ? firstAnswer : traffic.answer();
        sent++;
        return new GenerationRequest(
                "client-" + number + "-" + sent,
                target,
                Arrays.copyOf(ids, length),
                SamplingParams.GREEDY.withSeed(((long) number << 32) + sent),
                StopCriteria.maxTokens(tokens),
                policy,
                0);
    }

    @Override
    public void wrote(int id) {
        ids[length++] = id;
    }

    private void add(int count) {
        for (int i = 0; i < count; i++) {
            ids[length++] = random.nextInt(vocabulary);
        }
    }
}
