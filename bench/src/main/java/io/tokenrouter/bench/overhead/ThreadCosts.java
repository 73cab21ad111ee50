package io.tokenrouter.bench.overhead;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;

/** Processor time and allocations of threads since they began. */
final class ThreadCosts {

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** What some threads have used. */
    record Used(long cpuNanos, long bytes) {}

    long currentCpuNanos() {
        return threads.getCurrentThreadCpuTime();
    }

    long currentBytes() {
        return threads.getCurrentThreadAllocatedBytes();
    }

    /** Of the living threads of the engine, and of the caller. */
    Used ofEngine() {
        long nanos = currentCpuNanos();
        long bytes = currentBytes();
        for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (thread != null && isOfEngine(thread.getThreadName())) {
                nanos += Math.max(0, threads.getThreadCpuTime(thread.getThreadId()));
                bytes += Math.max(0, threads.getThreadAllocatedBytes(thread.getThreadId()));
            }
        }
        return new Used(nanos, bytes);
    }

    private static boolean isOfEngine(String name) {
        return name.startsWith("subserver-") || name.equals("step-alarm");
    }
}
