package io.tokenrouter.gpu.candidate;

import io.tokenrouter.engine.heads.Head;
import io.tokenrouter.engine.heads.RouterNet;
import io.tokenrouter.engine.heads.RowInputs;
import io.tokenrouter.gpu.driver.CudaContext;
import io.tokenrouter.gpu.driver.CudaStream;
import io.tokenrouter.gpu.driver.DeviceMemoryException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/** The last few heads that were asked for, with their weights on the device. Not while a step runs. */
final class HeadShelf implements AutoCloseable {

    private static final int KEPT = 8;

    private final CudaContext context;
    private final CudaStream stream;
    private final HeadKernels kernels;
    private final EmbeddingRows embedding;
    private final int hiddenSize;
    private final List<Prepared> prepared = new ArrayList<>();

    private record Prepared(Head head, HeadPass pass) {}

    HeadShelf(CudaContext context, CudaStream stream, HeadKernels kernels, EmbeddingRows embedding, int hiddenSize) {
        this.context = context;
        this.stream = stream;
        this.kernels = kernels;
        this.embedding = embedding;
        this.hiddenSize = hiddenSize;
    }

    /**
     * The head, ready to run.
     *
     * @param inUse by identity, heads that must stay
     * @throws IllegalStateException saying what to change if there is no room for it
     */
    HeadPass pass(Head head, Set<Head> inUse) {
        for (Prepared each : prepared) {
            if (each.head() == head) {
                return each.pass();
            }
        }
        for (Iterator<Prepared> oldest = prepared.iterator(); prepared.size() >= KEPT && oldest.hasNext(); ) {
            Prepared each = oldest.next();
            if (!inUse.contains(each.head())) {
                oldest.remove();
                each.pass().close();
            }
        }
        HeadMemory memory = new HeadMemory(context, stream);
        try {
            HeadPass pass = switch (head) {
                case RowInputs inputs -> new InputsHead(inputs, kernels, hiddenSize);
                case RouterNet.Perceptron net -> new PerceptronHead(net, kernels, memory);
                case RouterNet.Residual net -> new ResidualHead(net, kernels, embedding, memory);
            };
            prepared.add(new Prepared(head, pass));
            return pass;
        } catch (DeviceMemoryException e) {
            memory.closeAfter(e);
            throw StepMemory.tooSmall(e);
        } catch (RuntimeException | Error e) {
            memory.closeAfter(e);
            throw e;
        }
    }

    @Override
    public void close() {
        prepared.forEach(each -> each.pass().close());
    }
}
