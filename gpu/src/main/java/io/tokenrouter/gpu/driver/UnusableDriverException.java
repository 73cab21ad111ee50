package io.tokenrouter.gpu.driver;

import org.jspecify.annotations.Nullable;

/** There is no NVIDIA driver, or none that is of use. The message is one line. */
public final class UnusableDriverException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnusableDriverException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    static UnusableDriverException of(Throwable cause) {
        Throwable deepest = cause;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        String message =
                String.valueOf(deepest.getMessage()).strip().lines().findFirst().orElse("");
        return new UnusableDriverException(
                message.contains("libcuda.so")
                        ? "no NVIDIA driver is installed"
                        : "the NVIDIA driver does not start: " + message,
                cause);
    }
}
