package io.tokenrouter.engine.executor;

import java.util.List;

/** Makes executors for devices other than the processor. Found by {@link java.util.ServiceLoader}; there may be none. */
public interface ExecutorProvider {

    /** As messages call it: {@code CUDA}. */
    String name();

    /**
     * The devices of this machine, looked for at the first call.
     *
     * @throws NoDeviceException saying in one line why there are none
     */
    List<OfferedDevice> devices();
}
