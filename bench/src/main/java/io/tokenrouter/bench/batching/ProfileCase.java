package io.tokenrouter.bench.batching;

import io.tokenrouter.engine.throughput.DeviceMode;

/**
 * One thing to measure with profile executors.
 *
 * @param share of the small model's tokens that are thrown away and written by the large one, so also the large one's share of the
 *     answers
 */
record ProfileCase(DeviceMode device, int requests, double share, Traffic traffic) {

    /** The same for a single request, for which the device makes no difference. */
    ProfileCase alone() {
        return new ProfileCase(new DeviceMode.Separate(), 1, share, traffic);
    }

    String deviceLabel() {
        return device instanceof DeviceMode.Separate ? "separate" : "shared";
    }

    /** Ways of forming batches that differ here: alone all are one, on a shared device greedy is lockstep. */
    int contenders() {
        return requests == 1 ? 1 : device instanceof DeviceMode.Separate ? 3 : 2;
    }
}
