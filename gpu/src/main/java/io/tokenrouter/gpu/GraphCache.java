package io.tokenrouter.gpu;

import io.tokenrouter.gpu.driver.CudaException;
import io.tokenrouter.gpu.driver.CudaGraph;
import io.tokenrouter.gpu.driver.CudaStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Graphs of small steps, each captured when it is first needed; those that were not used for longest go. On the thread that owns the
 * context, but for the three counts.
 */
final class GraphCache {

    /** A few hundred nodes each, some hundreds of KiB of device memory. */
    private static final int KEPT = 96;

    /** {@code CUDA_ERROR_OUT_OF_MEMORY}. */
    private static final int OUT_OF_MEMORY = 2;

    /**
     * What a graph is good for.
     *
     * @param tokens of the step, padded
     * @param candidates rows of logits, padded
     * @param chunks of context that its longest sequence has, padded
     */
    record Shape(int tokens, int candidates, int chunks) {}

    private final Map<Shape, CudaGraph> graphs = new LinkedHashMap<>(16, 0.75f, true);
    private final AtomicLong replayed = new AtomicLong();
    private final AtomicLong captured = new AtomicLong();
    private final AtomicLong plain = new AtomicLong();

    /**
     * Launches the graph of {@code work}, which gives a step of this shape to the stream. Where the device has no memory for the graph, the
     * kept ones go; where that does not help, {@code work} runs as it is.
     */
    void launch(CudaStream stream, Shape shape, Runnable work) {
        CudaGraph graph = graphs.get(shape);
        if (graph != null) {
            replayed.incrementAndGet();
            stream.launch(graph);
            return;
        }
        makeRoom();
        graph = capture(stream, work);
        if (graph == null && !graphs.isEmpty()) {
            destroy();
            graph = capture(stream, work);
        }
        if (graph == null) {
            plain.incrementAndGet();
            work.run();
            return;
        }
        graphs.put(shape, graph);
        captured.incrementAndGet();
        stream.launch(graph);
    }

    /** Null where the device has no memory for it. */
    private static @Nullable CudaGraph capture(CudaStream stream, Runnable work) {
        try {
            return stream.capture(work);
        } catch (CudaException e) {
            if (e.code() == OUT_OF_MEMORY) {
                return null;
            }
            throw e;
        }
    }

    /** Steps that were a replay; from any thread. */
    long replayed() {
        return replayed.get();
    }

    /** Steps that were captured first; from any thread. */
    long captured() {
        return captured.get();
    }

    /** Steps that ran without a graph because there was no memory for one; from any thread. */
    long plain() {
        return plain.get();
    }

    private void makeRoom() {
        if (graphs.size() == KEPT) {
            Map.Entry<Shape, CudaGraph> oldest = graphs.entrySet().iterator().next();
            oldest.getValue().destroy();
            graphs.remove(oldest.getKey());
        }
    }

    /** Gives all graphs back; true so that it can be a result. */
    boolean destroy() {
        graphs.values().forEach(CudaGraph::destroy);
        graphs.clear();
        return true;
    }
}
