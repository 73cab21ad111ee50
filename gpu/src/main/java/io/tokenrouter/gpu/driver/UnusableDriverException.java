package io.tokenrouter.gpu.driver;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** There is no NVIDIA driver, or none that is of use. The message is one line. */
public final class UnusableDriverException extends RuntimeException {

    static final String UNPACKING =
            "the library that calls the NVIDIA driver cannot be unpacked (java.io.tmpdir says where): ";

    private static final long serialVersionUID = 1L;
    private static final String DRIVER = "libcuda.so.1";
    private static final String LOADING = "Error while loading native library";
    private static final Pattern EXCEPTION = Pattern.compile("^[a-z.]+\\.[A-Za-z]+(Error|Exception): ");

    UnusableDriverException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    static UnusableDriverException of(Throwable cause) {
        Throwable deepest = cause;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        return new UnusableDriverException(message(String.valueOf(deepest.getMessage())), cause);
    }

    private static String message(String text) {
        String reason = reason(text);
        if (reason.contains(DRIVER + ": cannot open shared object file")) {
            return "no NVIDIA driver is installed";
        }
        if (text.contains(LOADING) && !reason.contains(DRIVER)) {
            return UNPACKING + reason;
        }
        return "the NVIDIA driver does not start: " + reason;
    }

    /** The last line that says something: JCuda tells all its attempts at loading its library, and the last one is what counts. */
    private static String reason(String text) {
        String last = text.lines()
                .map(String::strip)
                .filter(line ->
                        !line.isEmpty() && !line.startsWith("---") && !line.startsWith("at ") && !line.startsWith("["))
                .reduce("", (before, line) -> line);
        return EXCEPTION.matcher(last).replaceFirst("");
    }
}
