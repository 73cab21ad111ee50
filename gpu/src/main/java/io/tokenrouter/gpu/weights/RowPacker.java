package io.tokenrouter.gpu.weights;

import io.tokenrouter.engine.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Rows of a file's tensor in their layout on the device. Has scratch memory, so each thread needs its own. */
final class RowPacker {

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final Tensor tensor;
    private final WeightLayout layout;
    private final byte[] codes;

    RowPacker(Tensor tensor) {
        this.tensor = tensor;
        layout = WeightLayout.of(tensor.format());
        codes = new byte[layout.hasScales() ? WeightLayout.padded(tensor.columns()) : 0];
    }

    /**
     * @param out gets the codes at {@code codesTo} and the scales at {@code scalesTo}, with zeros for the columns that pad them
     */
    void pack(int row, MemorySegment out, long codesTo, long scalesTo) {
        long at = row * tensor.rowBytes();
        int columns = tensor.columns();
        int codeBytes = layout.codeRowBytes(columns);
        if (!layout.hasScales()) {
            MemorySegment.copy(tensor.data(), at, out, codesTo, tensor.rowBytes());
            out.asSlice(codesTo + tensor.rowBytes(), codeBytes - tensor.rowBytes())
                    .fill((byte) 0);
            return;
        }
        out.asSlice(scalesTo, layout.scaleRowBytes(columns)).fill((byte) 0);
        RowScales.write(tensor.format(), tensor.data(), at, columns, out, scalesTo);
        RowCodes.read(tensor.format(), tensor.data(), at, columns, codes);
        if (layout.hasNibbles()) {
            nibbles(out, codesTo);
        } else {
            bytes(out, codesTo);
        }
    }

    /** Of each 64 columns, four lanes get 16 bytes each: four columns of each 16. */
    private void bytes(MemorySegment out, long to) {
        for (int from = 0; from < codes.length; from += 64, to += 64) {
            for (int lane = 0; lane < 4; lane++) {
                for (int step = 0; step < 4; step++) {
                    MemorySegment.copy(
                            codes,
                            from + 16 * step + 4 * lane,
                            out,
                            ValueLayout.JAVA_BYTE,
                            to + 16 * lane + 4 * step,
                            4);
                }
            }
        }
    }

    /**
     * Of each 128 columns, four lanes get 32 nibbles each: four columns of each 16, those of two steps in 32 bits. Neighbours are 16 bits
     * apart, so that one mask finds a pair.
     */
    private void nibbles(MemorySegment out, long to) {
        for (int from = 0; from < codes.length; from += 128) {
            for (int lane = 0; lane < 4; lane++) {
                for (int word = 0; word < 4; word++, to += 4) {
                    int first = from + 32 * word + 4 * lane;
                    int bits = 0;
                    for (int pair = 0; pair < 4; pair++) {
                        int column = first + pair / 2 * 16 + pair % 2 * 2;
                        bits |= codes[column] << 4 * pair | codes[column + 1] << 4 * pair + 16;
                    }
                    out.set(INT, to, bits);
                }
            }
        }
    }
}
