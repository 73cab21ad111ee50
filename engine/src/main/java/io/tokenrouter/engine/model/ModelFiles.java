package io.tokenrouter.engine.model;

import io.tokenrouter.engine.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;

/**
 * A model as it lies on disk, mapped into memory: its weights, and the shape that its own metadata give. Safe from any
 * thread until {@link #close}; using a tensor after that throws {@link IllegalStateException}. The files must not be changed
 * while they are open. If something shortens one all the same, reading the lost pages raises {@link InternalError} in the
 * reading thread (the JVM's answer to SIGBUS); replace a file by renaming a new one over it, which leaves the mapping intact.
 */
public sealed interface ModelFiles extends ModelWeights permits GgufFile, HuggingFaceFolder {

    /** What a model may be, for refusals. */
    String SUPPORTED = "a model is a GGUF file, or a Hugging Face folder with config.json and safetensors files";

    /**
     * Maps and checks a file or folder.
     *
     * @return to be closed by the caller
     * @throws IOException if it cannot be read
     * @throws ModelFormatException if it is no usable model, with the reason and the file, key or tensor at fault
     */
    static ModelFiles open(Path path) throws IOException {
        return Files.isDirectory(path) ? HuggingFaceFolder.open(path) : GgufFile.open(path);
    }

    /** The file or folder. */
    Path path();

    /** Size of the files that hold its weights. */
    long bytes();

    /** All tensors under GGUF's names, in the order of the files. */
    Collection<Tensor> tensors();

    /**
     * Reads the shape of the model and holds every tensor against it.
     *
     * @throws ModelFormatException if the architecture is not supported, or naming the key or tensor that does not fit
     */
    ModelConfig config();
}
