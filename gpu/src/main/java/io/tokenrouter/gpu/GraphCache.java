package io.tokenrouter.gpu;

import io.tokenrouter.gpu.driver.CudaGraph;
import io.tokenrouter.gpu.driver.CudaStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Graphs of small steps, each captured when it is first needed; those that were not used for longest go. On the thread that owns the
 * context, but for the two counts.
 */
final class GraphCache {

    /** A few hundred nodes each, some hundreds of KiB of device memory. */
    private static final int KEPT = 96;

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

    /** Launches the graph of {@code work}, which gives a step of this shape to the stream. */
    void launch(CudaStream stream, Shape shape, Runnable work) {
        CudaGraph graph = graphs.get(shape);
        if (graph == null) {
            makeRoom();
            graph = stream.capture(work);
            graphs.put(shape, graph);
            captured.incrementAndGet();
        } else {
            replayed.incrementAndGet();
        }
        stream.launch(graph);
    }

    /** Steps that were a replay; from any thread. */
    long replayed() {
        return replayed.get();
    }

    /** Steps that were captured first; from any thread. */
    long captured() {
        return captured.get();
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
