package io.tokenrouter.engine.subserver;

/**
 * Where one generation goes after its visits to one model: a running share for each other model at which it has a seat, of which
 * the newest visit counts {@value #WEIGHT}. Text comes in stretches that one model writes and stretches that another one does, so the
 * last visits of a request say more about it than the mean of all requests. Used by one thread at a time, that of the place where the
 * generation is; after it was made, nothing allocates.
 */
final class RunningShares {

    /** Validated by simulation on stretches of 5 to 100 tokens; see docs/batching.md. */
    static final double WEIGHT = 0.08;

    /** Of a generation that never leaves its model. */
    static final RunningShares NONE = new RunningShares(new Transition[0], new double[0]);

    private final Transition[] transitions;
    private final double[] shares;

    /**
     * @param transitions to the other models, each once
     * @param shares of the visits that one of these follows, as far as known before the first; each 0 to 1
     */
    RunningShares(Transition[] transitions, double[] shares) {
        this.transitions = transitions;
        this.shares = shares;
    }

    /** After a visit the generation goes to this model, or stays where it was. */
    void went(GroupMember where) {
        for (int i = 0; i < shares.length; i++) {
            double now = transitions[i].to == where ? 1 : 0;
            shares[i] += WEIGHT * (now - shares[i]);
        }
    }

    /** The generation is on its way to the model. Before the model can see it. */
    void sent() {
        for (int i = 0; i < shares.length; i++) {
            transitions[i].sent(shares[i]);
        }
    }

    /** The generation has come to the model. */
    void received() {
        for (int i = 0; i < shares.length; i++) {
            transitions[i].received(shares[i]);
        }
    }

    /** The generation waits there for a step. */
    void lined() {
        for (int i = 0; i < shares.length; i++) {
            transitions[i].lined(shares[i]);
        }
    }

    /** The generation gets an answer from the step that begins. */
    void answers() {
        for (int i = 0; i < shares.length; i++) {
            transitions[i].answers(shares[i]);
        }
    }
}
