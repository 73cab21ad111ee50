package io.tokenrouter.engine.tensor;

/** Which kernels run. The system property {@code tokenrouter.kernels} (auto, vector, scalar) sets the default. */
public enum KernelChoice {
    /** Vector kernels where module {@code jdk.incubator.vector} is in the process, scalar ones elsewhere. */
    AUTO,
    VECTOR,
    SCALAR;

    private static final String VECTOR_MODULE = "jdk.incubator.vector";

    /**
     * @throws IllegalArgumentException if the system property names no choice
     */
    public static KernelChoice fromSystemProperty() {
        String value = System.getProperty("tokenrouter.kernels", "auto");
        for (KernelChoice choice : values()) {
            if (choice.name().equalsIgnoreCase(value)) {
                return choice;
            }
        }
        throw new IllegalArgumentException("tokenrouter.kernels must be auto, vector or scalar, not " + value);
    }

    /**
     * The kernels themselves.
     *
     * @throws IllegalStateException for {@link #VECTOR} without the module
     */
    public Kernels kernels() {
        boolean present = ModuleLayer.boot().findModule(VECTOR_MODULE).isPresent();
        if (this == VECTOR && !present) {
            throw new IllegalStateException("vector kernels need --add-modules=" + VECTOR_MODULE);
        }
        return this == SCALAR || !present ? new ScalarKernels() : new VectorKernels();
    }
}
