package io.tokenrouter.ui;

import java.util.List;

/** What the console shows of batching. Implemented by the application; answers from memory, never blocks, safe from any thread. */
public interface ConsoleBatching {

    /** One entry for each pair that is served, in the order in which they were registered. */
    List<PairBatching> pairs();
}
