package io.tokenrouter.gpu.verify;

import static org.junit.platform.engine.discovery.ClassNameFilter.excludeClassNamePatterns;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectPackage;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** The module's tests on the device: the executor contract, and the kernels against simple code. */
final class DeviceTestsCheck implements Check {

    /** In which tests live that need a device. */
    private static final String PACKAGE = "io.tokenrouter.gpu";

    /** Of the sources and images, of the emulator itself, and of this program. */
    private static final String[] ELSEWHERE = {
        ".*\\.emulator\\..*", ".*\\.kernels\\..*", ".*\\.verify\\..*", ".*Architecture.*", ".*DriverAtStart.*"
    };

    /** What a quick run is content with. */
    private static final List<String> CONTRACT = List.of(PACKAGE + ".CudaContractTest");

    private static final int SHOWN = 20;

    /** To run in place of all; empty for all. */
    private final List<String> classes;

    DeviceTestsCheck(VerifyOptions options) {
        classes = options.tests().isEmpty() && options.quick() ? CONTRACT : options.tests();
    }

    @Override
    public String title() {
        return "Tests on the device";
    }

    @Override
    public Kind kind() {
        return Kind.CORRECTNESS;
    }

    @Override
    public void run(Findings findings) throws ClassNotFoundException {
        LauncherDiscoveryRequestBuilder request = LauncherDiscoveryRequestBuilder.request();
        if (classes.isEmpty()) {
            DiscoverySelector all = selectPackage(PACKAGE);
            request.selectors(all).filters(excludeClassNamePatterns(ELSEWHERE));
        }
        for (String name : classes) {
            request.selectors(selectClass(Class.forName(name)));
        }
        LauncherDiscoveryRequest discovery = request.build();
        SummaryGeneratingListener summary = new SummaryGeneratingListener();
        LauncherFactory.create().execute(discovery, summary, new Progress(findings));
        report(findings, summary.getSummary());
    }

    private static void report(Findings findings, TestExecutionSummary summary) {
        findings.note(
                "%d passed, %d failed, %d skipped",
                summary.getTestsSucceededCount(),
                summary.getTestsFailedCount(),
                summary.getTestsAbortedCount() + summary.getTestsSkippedCount());
        summary.getFailures().stream()
                .limit(SHOWN)
                .forEach(failure -> findings.fail(
                        "%s: %s",
                        name(failure.getTestIdentifier()), firstLines(String.valueOf(failure.getException()))));
        if (summary.getFailures().size() > SHOWN) {
            findings.fail("and %d more", summary.getFailures().size() - SHOWN);
        }
        if (summary.getTestsSucceededCount() == 0) {
            findings.fail("no test ran");
        }
    }

    private static String name(TestIdentifier test) {
        String id = test.getUniqueId();
        return id.substring(id.indexOf('/') + 1).replace(PACKAGE + ".", "");
    }

    private static String firstLines(String text) {
        String line = text.replaceAll("\\s+", " ").strip();
        return line.length() > 300 ? line.substring(0, 300) + " ..." : line;
    }

    /** Tells of every class that is done. */
    private static final class Progress implements TestExecutionListener {

        private final Findings findings;
        private final AtomicLong tests = new AtomicLong();

        Progress(Findings findings) {
            this.findings = findings;
        }

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (test.isTest()) {
                tests.incrementAndGet();
            } else if (tests.get() > 0 && test.getParentId().isPresent()) {
                findings.say("%s: %d tests", name(test), tests.getAndSet(0));
            }
        }
    }
}
