package io.tokenrouter.engine.tokenizer.template;

import com.hubspot.jinjava.interpret.JinjavaInterpreter;
import com.hubspot.jinjava.tree.Node;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Ends a render that visits too many nodes or takes too long, however its loops are nested. For one render. */
final class RenderBudget {

    /** Name under which a render keeps its budget. */
    static final String NAME = "__budget__";

    private static final int NODES = 2_000_000;
    private static final Duration TIME = Duration.ofSeconds(3);
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final LongSupplier nanoClock;
    private final long deadline;
    private int nodes;

    /** Of the thread that renders: a machine that has other things to do makes no template slow. */
    static RenderBudget ofThisThread() {
        return new RenderBudget(
                THREADS.isCurrentThreadCpuTimeSupported() ? THREADS::getCurrentThreadCpuTime : System::nanoTime);
    }

    RenderBudget(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        this.deadline = nanoClock.getAsLong() + TIME.toNanos();
    }

    /** Called by jinjava in front of every node. */
    static void visit(Node node, JinjavaInterpreter interpreter) {
        if (interpreter.getContext().get(NAME) instanceof RenderBudget budget) {
            budget.spend();
        }
    }

    private void spend() {
        nodes++;
        if (nodes > NODES || nanoClock.getAsLong() - deadline > 0) {
            throw new TemplateRefusal("the chat template takes too long");
        }
    }
}
