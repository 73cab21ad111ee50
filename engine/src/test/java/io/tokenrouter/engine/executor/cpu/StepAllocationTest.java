package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.fixtures.ChildJvm;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A step allocates its result and nothing else. In a process of its own: what the compiler makes of a kernel follows from all that ran
 * before, and hundreds of other tests are nothing that a server does. It also follows from what was compiled first, which is chance on a
 * busy machine (one of some ten processes kept vectors on the heap), so one of a few processes has to do it: code that allocates does so
 * in all of them.
 */
class StepAllocationTest {

    private static final int PROCESSES = 3;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"small", "super"})
    void aStepAllocatesItsResultOnly(String blocks) throws Exception {
        AssertionError failure = null;
        for (int process = 0; process < PROCESSES; process++) {
            try {
                ChildJvm.run(
                        folder,
                        StepAllocationProbe.class,
                        List.of("--add-modules", "jdk.incubator.vector", "-ea"),
                        blocks);
                return;
            } catch (AssertionError e) {
                failure = e;
            }
        }
        throw failure;
    }
}
