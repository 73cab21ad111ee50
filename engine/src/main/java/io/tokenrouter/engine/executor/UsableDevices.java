package io.tokenrouter.engine.executor;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The devices beside the processor that models may run on. Whatever is wrong with a driver becomes one line, and nothing of it is an
 * error where the processor will do.
 *
 * @param choice what was asked for
 * @param devices in the order of their providers; empty where only the processor is left
 * @param reason why there are none, in one line; empty where there are some
 */
public record UsableDevices(DeviceChoice choice, List<OfferedDevice> devices, String reason) {

    private static final Logger LOG = LoggerFactory.getLogger(UsableDevices.class);

    private static final int MOST_SHOWN = 300;

    public UsableDevices {
        devices = List.copyOf(devices);
    }

    /** The processor alone. */
    public static UsableDevices none() {
        return new UsableDevices(DeviceChoice.CPU, List.of(), "nothing else was chosen");
    }

    /** Of the providers on the class path. */
    public static UsableDevices find(DeviceChoice choice) {
        return find(choice, () -> ServiceLoader.load(ExecutorProvider.class));
    }

    /**
     * Of these providers, which are not looked at where the processor was chosen.
     *
     * @throws IllegalArgumentException saying in one line why the device that was named is not there
     */
    public static UsableDevices find(DeviceChoice choice, Supplier<? extends Iterable<ExecutorProvider>> providers) {
        return switch (choice) {
            case DeviceChoice.Cpu cpu -> none();
            case DeviceChoice.Auto auto -> automatic(Found.of(providers));
            case DeviceChoice.Named named -> named(named, Found.of(providers));
        };
    }

    /** Where models run, in one line for the log. */
    public String summary() {
        if (devices.isEmpty()) {
            return "Models run on the CPU: " + reason;
        }
        return "Models run on " + names(devices) + (allowProcessor() ? " where they fit, else on the CPU" : "");
    }

    /** Whether a model may run on the processor. */
    public boolean allowProcessor() {
        return !(choice instanceof DeviceChoice.Named);
    }

    private static UsableDevices automatic(Found found) {
        String reason = found.devices().isEmpty() ? found.reason() : "";
        return new UsableDevices(DeviceChoice.AUTO, found.devices(), reason);
    }

    private static UsableDevices named(DeviceChoice.Named named, Found found) {
        List<OfferedDevice> chosen = found.devices().stream()
                .filter(device -> device.name().equals(named.device()))
                .toList();
        if (chosen.isEmpty()) {
            throw new IllegalArgumentException("there is no such device: "
                    + (found.devices().isEmpty() ? found.reason() : "there are " + names(found.devices())));
        }
        return new UsableDevices(named, chosen, "");
    }

    private static String names(List<OfferedDevice> devices) {
        return devices.stream().map(UsableDevices::label).collect(Collectors.joining(", "));
    }

    /** Name and description. */
    public static String label(OfferedDevice device) {
        return device.name() + " " + device.description();
    }

    /**
     * What providers have.
     *
     * @param reason why some have nothing, in one line
     */
    private record Found(List<OfferedDevice> devices, String reason) {

        static Found of(Supplier<? extends Iterable<ExecutorProvider>> providers) {
            List<OfferedDevice> devices = new ArrayList<>();
            List<String> reasons = new ArrayList<>();
            try {
                for (ExecutorProvider provider : providers.get()) {
                    look(provider, devices, reasons);
                }
            } catch (ServiceConfigurationError | RuntimeException | LinkageError e) {
                reasons.add(oneLine(e));
                LOG.debug("A provider of devices does not load", e);
            }
            if (devices.isEmpty() && reasons.isEmpty()) {
                reasons.add("this build has no support for GPUs");
            }
            return new Found(devices, String.join("; ", reasons));
        }

        private static void look(ExecutorProvider provider, List<OfferedDevice> devices, List<String> reasons) {
            try {
                List<OfferedDevice> found = provider.devices();
                devices.addAll(found);
                if (found.isEmpty()) {
                    reasons.add(provider.name() + " has no device");
                }
            } catch (NoDeviceException e) {
                reasons.add(oneLine(e));
            } catch (RuntimeException | LinkageError e) {
                reasons.add(provider.name() + " does not start: " + oneLine(e));
                LOG.debug("{} does not start", provider.name(), e);
            }
        }

        private static String oneLine(Throwable failure) {
            String message = failure.getMessage();
            String said = message == null || message.isBlank()
                    ? failure.getClass().getSimpleName()
                    : message.strip().lines().findFirst().orElse("");
            return said.length() > MOST_SHOWN ? said.substring(0, MOST_SHOWN) : said;
        }
    }
}
