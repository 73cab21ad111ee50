package io.tokenrouter.app.cli;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;

/** What the options default to on this machine. */
final class Home {

    private static final long LEAST_KV_MEMORY = 64L << 20;

    private Home() {}

    /** The folder of the launcher, which names it by a system property; the working directory without it. */
    static Path folder() {
        return Path.of(System.getProperty("tokenrouter.home", ""))
                .toAbsolutePath()
                .normalize();
    }

    static long defaultKvMemory() {
        OperatingSystemMXBean machine = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        return Math.max(LEAST_KV_MEMORY, machine.getTotalMemorySize() / 4);
    }
}
