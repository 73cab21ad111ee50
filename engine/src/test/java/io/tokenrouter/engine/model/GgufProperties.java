package io.tokenrouter.engine.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Assertions;

/** A damaged file is refused with a {@link ModelFormatException}, or what was read of it is sound. Nothing else happens. */
class GgufProperties {

    private static final Duration BOUND = Duration.ofMinutes(10);
    private static final byte[] SOUND = SmallGguf.sound();

    /** One overwritten stretch of a file. */
    record Damage(int at, long value, int width) {

        void apply(byte[] file) {
            ByteBuffer word = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            word.putLong(value);
            for (int i = 0; i < width && at + i < file.length; i++) {
                file[at + i] = word.get(i);
            }
        }
    }

    @Property(tries = 5_000)
    void damagedFiles(@ForAll("damages") @Size(min = 1, max = 4) List<Damage> damages) {
        byte[] file = SOUND.clone();
        damages.forEach(damage -> damage.apply(file));
        readAll(file);
    }

    @Property(tries = 2_000)
    void truncatedFiles(@ForAll("damages") @Size(max = 2) List<Damage> damages, @ForAll @IntRange(max = 600) int keep) {
        byte[] file = Arrays.copyOf(SOUND, Math.min(keep, SOUND.length));
        damages.forEach(damage -> damage.apply(file));
        readAll(file);
    }

    @Property(tries = 2_000)
    void noiseBehindAGoodStart(@ForAll @Size(max = 400) byte[] noise) {
        byte[] file = SmallGguf.start(3, 2, 3).bytes(0);
        int header = 24;
        byte[] joined = Arrays.copyOf(file, header + noise.length);
        System.arraycopy(noise, 0, joined, header, noise.length);
        readAll(joined);
    }

    @Provide
    Arbitrary<List<Damage>> damages() {
        Arbitrary<Long> values = Arbitraries.oneOf(
                Arbitraries.longs(),
                Arbitraries.longs().between(0, 300),
                Arbitraries.of(-1L, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 31, 1L << 32, 0xffff_ffffL, 1L << 62));
        return Combinators.combine(
                        Arbitraries.integers().between(0, SOUND.length - 1), values, Arbitraries.of(1, 2, 4, 8))
                .as(Damage::new)
                .list();
    }

    /** Reads everything there is to read, as a loader would. */
    private static void readAll(byte[] file) {
        Assertions.assertTimeoutPreemptively(BOUND, () -> {
            try {
                GgufContent content = GgufContent.parse(MemorySegment.ofArray(file));
                for (Tensor tensor : content.tensors().values()) {
                    assertThat(tensor.data().byteSize()).isEqualTo(tensor.rows() * tensor.rowBytes());
                }
                readValues(content.metadata());
                GgufConfig.read(content.metadata(), content.tensors()::get);
            } catch (ModelFormatException e) {
                assertThat(e.getMessage()).isNotBlank().hasSizeLessThan(600);
            }
        });
    }

    private static void readValues(GgufMetadata metadata) {
        for (String key : metadata.keys()) {
            for (Runnable read : List.<Runnable>of(
                    () -> metadata.string(key),
                    () -> metadata.strings(key),
                    () -> metadata.integers(key),
                    () -> metadata.numbers(key),
                    () -> metadata.number(key),
                    () -> metadata.flag(key, false),
                    () -> metadata.integer(key, 0, 10))) {
                try {
                    read.run();
                } catch (ModelFormatException e) {
                    assertThat(e.getMessage()).contains("metadata key");
                }
            }
        }
    }
}
