package io.tokenrouter.gpu.layers;

import io.tokenrouter.engine.model.AttentionConfig;
import io.tokenrouter.engine.model.AttentionConfig.HeadNorm;
import java.util.List;

record AttentionShape(int heads, int kvHeads, int headDim, int blockSize, int window, float scoreCap) {

    AttentionConfig config() {
        float scale = AttentionConfig.defaultScale(headDim);
        return new AttentionConfig(heads, kvHeads, headDim, scale, scoreCap, HeadNorm.NONE, List.of());
    }
}
