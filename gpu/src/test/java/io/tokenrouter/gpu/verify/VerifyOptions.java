package io.tokenrouter.gpu.verify;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a run was asked for.
 *
 * @param quick fewer positions and sizes, shorter measurements
 * @param emulator on the emulator, with tiny models and without any timing
 * @param out folder for verify.md and verify.json; null for none
 * @param tests test classes of the device to run in place of all of them; empty for all
 */
record VerifyOptions(
        boolean quick, boolean emulator, @Nullable Path out, List<String> tests) {

    VerifyOptions {
        tests = List.copyOf(tests);
    }

    /**
     * @throws IllegalArgumentException saying in one line what is wrong with the arguments
     */
    static VerifyOptions parse(String... arguments) {
        boolean quick = false;
        boolean emulator = false;
        Path out = null;
        List<String> tests = new ArrayList<>();
        for (int i = 0; i < arguments.length; i++) {
            switch (arguments[i]) {
                case "--quick" -> quick = true;
                case "--emulator" -> emulator = true;
                case "--out" -> out = Path.of(value(arguments, ++i));
                case "--tests" -> tests.addAll(List.of(value(arguments, ++i).split(",")));
                default -> throw new IllegalArgumentException("unknown option " + arguments[i]);
            }
        }
        return new VerifyOptions(quick, emulator, out, tests);
    }

    private static String value(String[] arguments, int index) {
        if (index == arguments.length) {
            throw new IllegalArgumentException(arguments[index - 1] + " needs a value");
        }
        return arguments[index];
    }
}
