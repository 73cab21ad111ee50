package io.tokenrouter.engine.executor;

import java.util.regex.Pattern;

/** Where models are to run. */
public sealed interface DeviceChoice {

    /** Another device where one is usable and a model fits, else the processor. */
    DeviceChoice AUTO = new Auto();

    /** The processor alone. */
    DeviceChoice CPU = new Cpu();

    /** See {@link #AUTO}. */
    record Auto() implements DeviceChoice {
        @Override
        public String toString() {
            return "auto";
        }
    }

    /** See {@link #CPU}. */
    record Cpu() implements DeviceChoice {
        @Override
        public String toString() {
            return "cpu";
        }
    }

    /**
     * One device and no other.
     *
     * @param device as {@link OfferedDevice#name()} says it
     */
    record Named(String device) implements DeviceChoice {

        private static final Pattern NAME = Pattern.compile("cuda:(0|[1-9][0-9]{0,3})");

        @Override
        public String toString() {
            return device;
        }
    }

    /**
     * What an option says.
     *
     * @throws IllegalArgumentException if it says none of the three
     */
    static DeviceChoice parse(String option, String value) {
        return switch (value) {
            case "auto" -> AUTO;
            case "cpu" -> CPU;
            case String name when Named.NAME.matcher(name).matches() -> new Named(name);
            default ->
                throw new IllegalArgumentException(
                        option + " must be auto, cpu or the name of a GPU such as cuda:0, not '" + value + "'");
        };
    }
}
