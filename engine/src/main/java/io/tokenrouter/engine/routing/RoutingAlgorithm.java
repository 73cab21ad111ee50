package io.tokenrouter.engine.routing;

/**
 * A routing algorithm, written from the point of view of one request; batching, KV caches, sampling, end conditions and
 * faults are the runtime's.
 *
 * <p>An instance is an algorithm with its options: immutable, shared by all requests of its policy. What it remembers of one
 * request is in {@code S}. Calls for one request never overlap and see each other's effects, so {@code S} needs no lock. They
 * run on the thread of the subserver that answered last, and must not block. An exception fails that request only.
 *
 * @param <S> one request's state
 */
public interface RoutingAlgorithm<S> {

    /** Constant for the life of the instance. */
    Spec spec();

    /**
     * The state of a new request; on the thread that submits it.
     *
     * @throws io.tokenrouter.engine.api.EngineException if the request is to be refused
     */
    S begin(Prompt prompt);

    /** Who acts next. Called once before the first hop and after every {@link #receive}. */
    Hop route(S state, Trace trace);

    /** What the model of the hop is given. */
    default Ask send(S state, Trace trace, Role to) {
        return Ask.next();
    }

    /**
     * What becomes of the answer; or of its absence, where {@link Reply#isTroubled()}. An algorithm that has nothing to say about that, and
     * names the model again with nothing committed since, has its drafts taken as they are, or the next token written by another model
     * of its spec, which is shown everything; then {@code route} is called. The request fails where there is no other model.
     */
    default void receive(S state, Trace trace, Reply reply) {
        trace.commit(reply.tokens());
    }
}
