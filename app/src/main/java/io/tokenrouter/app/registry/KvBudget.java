package io.tokenrouter.app.registry;

import io.tokenrouter.engine.executor.cpu.CpuExecutorOptions;
import io.tokenrouter.engine.executor.cpu.CpuMemory;
import io.tokenrouter.engine.model.ModelConfig;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Divides the memory for KV caches among models: equal shares, and what a small model cannot use goes to the others. */
final class KvBudget {

    /** Whole contexts that a cache can hold at once before more would hardly be used. */
    private static final long MOST_SEQUENCES = 64;

    private static final long FEW_SEQUENCES = 4;

    private KvBudget() {}

    /**
     * @param total bytes for all of them
     * @return bytes by model id
     */
    static Map<String, Long> divide(long total, Map<String, ModelConfig> models) {
        List<String> byNeed = new ArrayList<>(models.keySet());
        byNeed.sort(Comparator.comparingLong(id -> most(models.get(id))));
        Map<String, Long> shares = new LinkedHashMap<>();
        long left = total;
        int open = byNeed.size();
        for (String id : byNeed) {
            long share = Math.min(left / open, most(models.get(id)));
            shares.put(id, share);
            left -= share;
            open--;
        }
        return shares;
    }

    /**
     * For a model that is loaded while others are there: what they left of the memory, and where that is little, room for a few
     * contexts.
     *
     * @param left bytes that nobody uses
     */
    static long ofLaterModel(long left, ModelConfig config) {
        long few = most(config) / MOST_SEQUENCES * FEW_SEQUENCES;
        return Math.clamp(left, few, most(config));
    }

    /** Keys and values of all positions. */
    private static long most(ModelConfig config) {
        double perToken = CpuMemory.kvBytesPerToken(config, CpuExecutorOptions.DEFAULTS.kvType());
        return (long) (perToken * config.contextLength() * MOST_SEQUENCES);
    }
}
