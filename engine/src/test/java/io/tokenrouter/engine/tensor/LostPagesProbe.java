package io.tokenrouter.engine.tensor;

import io.tokenrouter.engine.model.TensorEncoder;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/** A program that multiplies by weights of every format before and after their file was cut off, and prints what came of it. */
final class LostPagesProbe {

    private static final int ROWS = 64;
    private static final int COLUMNS = 1024;
    private static final int FOUR_ROWS = 4;

    private LostPagesProbe() {}

    /** @param args folder for the files */
    public static void main(String[] args) throws IOException {
        for (TensorFormat format : TensorFormat.values()) {
            for (int warm : new int[] {0, 300}) {
                Path path = Path.of(args[0], format + "-" + warm);
                try (FileChannel file = FileChannel.open(
                                path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
                        Arena arena = Arena.ofShared()) {
                    MemorySegment data =
                            file.map(FileChannel.MapMode.READ_WRITE, 0, format.bytesFor(ROWS * COLUMNS), arena);
                    TensorEncoder.encode(format, ones(), data);
                    Tensor weights = new Tensor("weights", format, ROWS, COLUMNS, data);
                    for (int i = 0; i < warm; i++) {
                        multiply(weights);
                    }
                    file.truncate(0);
                    System.out.println(format + " " + lost(weights));
                }
            }
        }
    }

    private static float[] ones() {
        float[] values = new float[ROWS * COLUMNS];
        Arrays.fill(values, 1);
        return values;
    }

    private static String lost(Tensor weights) {
        try {
            multiply(weights);
            return "read";
        } catch (InternalError expected) {
            return "lost";
        }
    }

    private static void multiply(Tensor weights) {
        Kernels kernels = KernelChoice.AUTO.kernels();
        float[] scratch = new float[kernels.scratchFloats(COLUMNS)];
        for (int batch : new int[] {1, FOUR_ROWS}) {
            FloatRows x = FloatRows.allocate("x", batch, COLUMNS);
            kernels.multiply(weights, 0, ROWS, x, batch, FloatRows.allocate("out", batch, ROWS), 0, scratch);
        }
    }
}
