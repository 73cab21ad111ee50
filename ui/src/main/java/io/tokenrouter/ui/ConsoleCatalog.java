package io.tokenrouter.ui;

import java.util.List;

/**
 * What the console shows of the registered pairs, models and policies. Implemented by the application; answers from memory,
 * never blocks, safe from any thread.
 */
public interface ConsoleCatalog {

    /** Pairs in the order in which they were registered, those that could not be loaded included. */
    List<PairView> pairs();

    /** Models in the order in which they were registered, those that could not be loaded included. */
    List<ModelView> models();

    /**
     * Policies that a request on a pair may name beside the pair's own: the registered ones, then the built-in algorithms
     * with their defaults. {@code fixed} need not be among them; the console offers each model alone by itself.
     */
    List<PolicyView> policies();
}
