package io.tokenrouter.gpu;

import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.model.ModelFormatException;
import io.tokenrouter.gpu.driver.CudaDriver.DeviceInfo;

/** What a model's widths have to be for the kernels; told before anything is loaded. */
final class KernelLimits {

    private static final int HEAD_STEP = 8;
    private static final int WIDEST_HEAD = 256;

    /** Blocks of these devices have 64 KiB of shared memory. */
    private static final int WIDEST_HEAD_BEFORE_80 = 128;

    /** Rows are read 16 bytes at a time. */
    private static final int ROW_STEP = 4;

    private static final int MOST_IDS = 1 << 21;

    private KernelLimits() {}

    /** @throws ModelFormatException saying which width is of no use to the device */
    static void require(ModelConfig config, DeviceInfo device) {
        int widest = device.computeCapability() < 80 ? WIDEST_HEAD_BEFORE_80 : WIDEST_HEAD;
        if (config.headDim() % HEAD_STEP != 0 || config.headDim() > widest) {
            throw new ModelFormatException(
                    "the model has heads of " + config.headDim() + " dimensions; the kernels for " + device.name()
                            + " take multiples of " + HEAD_STEP + " up to " + widest);
        }
        requireStep("a hidden state", config.hiddenSize());
        requireStep("the feed-forward layer", config.feedForwardSize());
        if (config.vocabularySize() > MOST_IDS) {
            throw new ModelFormatException(
                    "the model has " + config.vocabularySize() + " ids; the kernels take up to " + MOST_IDS);
        }
    }

    private static void requireStep(String what, int width) {
        if (width % ROW_STEP != 0) {
            throw new ModelFormatException(
                    what + " has " + width + " numbers; the kernels take multiples of " + ROW_STEP);
        }
    }
}
