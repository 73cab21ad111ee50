package io.tokenrouter.engine.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenrouter.engine.fixtures.ScriptedDevice;
import io.tokenrouter.engine.fixtures.ScriptedProvider;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which devices a choice leaves, whatever is the matter with drivers. */
class UsableDevicesTest {

    private static final OfferedDevice FIRST = new ScriptedDevice("cuda:0", 1 << 30);
    private static final OfferedDevice SECOND = new ScriptedDevice("cuda:1", 1 << 30);

    @Test
    void autoHasAllThereAreAndTheProcessor() {
        UsableDevices found = find("auto", new ScriptedProvider(FIRST, SECOND));

        assertThat(found.devices()).containsExactly(FIRST, SECOND);
        assertThat(found.allowProcessor()).isTrue();
        assertThat(found.reason()).isEmpty();
        assertThat(found.summary())
                .isEqualTo("Models run on cuda:0 Scripted GPU, cuda:1 Scripted GPU where they fit, else on the CPU");
    }

    @Test
    void theProcessorAloneAsksNoProvider() {
        ScriptedProvider provider = new ScriptedProvider(FIRST);
        UsableDevices found = find("cpu", provider);

        assertThat(found.devices()).isEmpty();
        assertThat(found.allowProcessor()).isTrue();
        assertThat(provider.asked()).isZero();
    }

    @Test
    void aNamedDeviceIsTheOnlyOne() {
        UsableDevices found = find("cuda:1", new ScriptedProvider(FIRST, SECOND));

        assertThat(found.devices()).containsExactly(SECOND);
        assertThat(found.summary()).isEqualTo("Models run on cuda:1 Scripted GPU");
        assertThat(found.allowProcessor()).isFalse();
    }

    @Test
    void aNamedDeviceThatIsNotThereIsRefusedWithThoseThatAre() {
        assertThatThrownBy(() -> find("cuda:7", new ScriptedProvider(FIRST, SECOND)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("there is no such device: there are cuda:0 Scripted GPU, cuda:1 Scripted GPU");
    }

    static Stream<Throwable> brokenDrivers() {
        return Stream.of(
                new NoDeviceException("no NVIDIA driver is installed", null),
                new IllegalStateException("the driver's library\ndoes not initialise"),
                new UnsatisfiedLinkError("/tmp/libjcuda.so: cannot be written"),
                new NoClassDefFoundError("Could not initialize class jcuda.driver.JCudaDriver"),
                new ExceptionInInitializerError());
    }

    @ParameterizedTest
    @MethodSource("brokenDrivers")
    void aDriverThatFailsLeavesTheProcessorAndOneLine(Throwable failure) {
        UsableDevices found = find("auto", failing(failure));

        assertThat(found.devices()).isEmpty();
        assertThat(found.allowProcessor()).isTrue();
        assertThat(found.reason()).isNotBlank().doesNotContain("\n");
        assertThat(found.summary()).isEqualTo("Models run on the CPU: " + found.reason());
    }

    @ParameterizedTest
    @MethodSource("brokenDrivers")
    void aNamedDeviceIsRefusedInOneLineWhereTheDriverFails(Throwable failure) {
        assertThatThrownBy(() -> find("cuda:0", failing(failure)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("there is no such device: ")
                .satisfies(refusal -> assertThat(refusal.getMessage()).doesNotContain("\n"));
    }

    @Test
    void aProviderThatCannotBeMadeLeavesTheProcessor() {
        UsableDevices found = UsableDevices.find(DeviceChoice.AUTO, () -> {
            throw new ServiceConfigurationError("io.tokenrouter.engine.executor.ExecutorProvider: no such class");
        });

        assertThat(found.devices()).isEmpty();
        assertThat(found.reason()).contains("no such class");
    }

    @Test
    void oneBrokenDriverDoesNotHideTheOthers() {
        UsableDevices found = UsableDevices.find(
                DeviceChoice.AUTO,
                () -> List.of(failing(new IllegalStateException("broken")), new ScriptedProvider(FIRST)));

        assertThat(found.devices()).containsExactly(FIRST);
    }

    @Test
    void withoutProvidersTheReasonIsTheBuild() {
        assertThat(UsableDevices.find(DeviceChoice.AUTO, List::of).reason())
                .isEqualTo("this build has no support for GPUs");
        assertThat(find("auto", new ScriptedProvider()).reason()).isEqualTo("Scripted has no device");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "gpu", "cuda", "cuda:", "cuda:-1", "cuda:x", "CUDA:0", "cuda:00", "cuda:0 ", "auto,cpu"})
    void anythingElseIsNoChoice(String word) {
        assertThatThrownBy(() -> DeviceChoice.parse("--device", word))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("--device must be auto, cpu or the name of a GPU such as cuda:0, not '" + word + "'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "cpu", "cuda:0", "cuda:12"})
    void choicesAreWrittenAsTheyAreRead(String word) {
        assertThat(DeviceChoice.parse("--device", word)).hasToString(word);
    }

    private static UsableDevices find(String choice, ScriptedProvider provider) {
        return UsableDevices.find(DeviceChoice.parse("--device", choice), () -> List.of(provider));
    }

    private static ScriptedProvider failing(Throwable failure) {
        return new ScriptedProvider(() -> {
            switch (failure) {
                case RuntimeException e -> throw e;
                case Error e -> throw e;
                default -> throw new AssertionError(failure);
            }
        });
    }
}
