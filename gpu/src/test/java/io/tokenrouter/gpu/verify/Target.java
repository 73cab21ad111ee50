package io.tokenrouter.gpu.verify;

import io.tokenrouter.engine.executor.ExecutorOptions;
import io.tokenrouter.engine.executor.ModelExecutor;
import io.tokenrouter.engine.executor.OfferedDevice;

/**
 * The device under test.
 *
 * @param device where models are opened
 * @param emulated whether it is the emulator: tiny models, and no timing is worth anything
 */
record Target(OfferedDevice device, boolean emulated) {

    /** Positions of a KV block. */
    static final int BLOCK = 16;

    private static final String GRAPHS = "tokenrouter.gpu.graphs";
    private static final int[] NO_GAPS = {};

    /**
     * Limits of an executor.
     *
     * @param positions of all its sequences together, each rounded up to whole blocks
     */
    ExecutorOptions limits(SyntheticModel model, long positions, int rows, int stepTokens) {
        return new ExecutorOptions(device.kvBytesPerToken(model.config()) * positions, BLOCK, rows, stepTokens);
    }

    /** @param graphs whether its steps are captured and replayed */
    ModelExecutor open(SyntheticModel model, ExecutorOptions options, boolean graphs) {
        String before = System.getProperty(GRAPHS);
        System.setProperty(GRAPHS, String.valueOf(graphs));
        try {
            return device.open(model.config(), model, model.shape().vocabulary(), NO_GAPS, options);
        } finally {
            if (before == null) {
                System.clearProperty(GRAPHS);
            } else {
                System.setProperty(GRAPHS, before);
            }
        }
    }
}
