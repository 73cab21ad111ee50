package io.tokenrouter.train.head;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A head, and what it says of the validation examples. */
public final class TrainedHead {

    private final HeadShape shape;
    private final List<NamedTensor> tensors;
    private final float[] validationScores;
    private final int epoch;
    private final double validationLoss;

    TrainedHead(
            HeadShape shape, List<NamedTensor> tensors, float[] validationScores, int epoch, double validationLoss) {
        this.shape = shape;
        this.tensors = tensors;
        this.validationScores = validationScores;
        this.epoch = epoch;
        this.validationLoss = validationLoss;
    }

    public HeadShape shape() {
        return shape;
    }

    /** Scores of the validation examples, 0 to 1, in their order. */
    public float[] validationScores() {
        return validationScores.clone();
    }

    /** The epoch, from 1, whose weights it has. */
    public int epoch() {
        return epoch;
    }

    public double validationLoss() {
        return validationLoss;
    }

    /** All numbers of the head. */
    public int parameters() {
        return tensors.stream().mapToInt(tensor -> tensor.values().length).sum();
    }

    /**
     * Writes the file that the policy {@code neural} serves.
     *
     * @param metadata texts of the file's own
     */
    public void write(Path file, Map<String, String> metadata) throws IOException {
        SafetensorsWriter.write(file, metadata, tensors);
    }
}
