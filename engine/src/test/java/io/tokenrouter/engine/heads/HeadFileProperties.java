package io.tokenrouter.engine.heads;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.model.ModelFormatException;
import io.tokenrouter.engine.model.SafetensorsFile;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** A damaged file of a head is refused with a {@link ModelFormatException}, or is a head. Nothing else happens. */
class HeadFileProperties {

    private static final byte[] SOUND =
            Safetensors.residual(1).with("threshold", "0.5").bytes();

    @Property(tries = 3_000)
    void damaged(@ForAll @IntRange(max = 2_000) int at, @ForAll byte value) {
        byte[] file = SOUND.clone();
        file[at % file.length] = value;
        read(file);
    }

    @Property(tries = 500)
    void cutOff(@ForAll @IntRange(max = 3_000) int length) {
        read(Arrays.copyOf(SOUND, Math.min(length, SOUND.length)));
    }

    private static void read(byte[] file) {
        try {
            RouterHeadReader.read("x", SafetensorsFile.parse(MemorySegment.ofArray(file)));
        } catch (ModelFormatException e) {
            assertThat(e.getMessage()).isNotBlank().hasSizeLessThan(600);
        }
    }
}
