package io.tokenrouter.ui;

/**
 * What the console shows of throughput beside its series, which come from the admin API. Implemented by the application; answers
 * from memory, never blocks, safe from any thread.
 */
public interface ConsoleThroughput {

    ThroughputStatus status();
}
