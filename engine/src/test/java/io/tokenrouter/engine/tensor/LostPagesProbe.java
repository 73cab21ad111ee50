package io.tokenrouter.engine.tensor;

import io.tokenrouter.engine.model.TensorEncoder;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/** A program that uses weights of every format, in every way, before and after their file was cut off, and prints what came of it. */
final class LostPagesProbe {

    private static final int ROWS = 64;
    private static final int COLUMNS = 1024;
    private static final int OFTEN = 300;

    /** Where somebody might look: what nobody can, the compiler leaves out. */
    private static final float[] DECODED = new float[COLUMNS];

    private LostPagesProbe() {}

    /** What reads weights. */
    enum Use {
        ONE_ROW,
        PANELS,
        ROW_OF_WEIGHTS;

        void of(Tensor weights) {
            Kernels kernels = KernelChoice.AUTO.kernels();
            switch (this) {
                case ONE_ROW -> multiply(kernels, weights, 1);
                case PANELS -> multiply(kernels, weights, 4);
                case ROW_OF_WEIGHTS -> {
                    for (int row = 0; row < ROWS; row++) {
                        kernels.decodeRow(weights, row, DECODED, 0);
                    }
                }
            }
        }

        private static void multiply(Kernels kernels, Tensor weights, int batch) {
            FloatRows x = FloatRows.allocate("x", batch, COLUMNS);
            FloatRows out = FloatRows.allocate("out", batch, ROWS);
            kernels.multiply(weights, 0, ROWS, x, batch, out, 0, new float[kernels.scratchFloats(COLUMNS)]);
        }
    }

    /** @param args folder for the files */
    public static void main(String[] args) throws IOException {
        for (TensorFormat format : TensorFormat.values()) {
            for (Use use : Use.values()) {
                System.out.println(format + " " + use + " seldom: " + outcome(args[0], format, use, 0));
                System.out.println(format + " " + use + " often: " + outcome(args[0], format, use, OFTEN));
            }
        }
    }

    private static String outcome(String folder, TensorFormat format, Use use, int before) throws IOException {
        Path path = Path.of(folder, format + "-" + use + "-" + before);
        try (FileChannel file = FileChannel.open(
                        path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
                Arena arena = Arena.ofShared()) {
            MemorySegment data = file.map(FileChannel.MapMode.READ_WRITE, 0, format.bytesFor(ROWS * COLUMNS), arena);
            TensorEncoder.encode(format, ones(), data);
            Tensor weights = new Tensor("weights", format, ROWS, COLUMNS, data);
            for (int i = 0; i < before; i++) {
                use.of(weights);
            }
            file.truncate(0);
            try {
                use.of(weights);
                return "read";
            } catch (InternalError expected) {
                return "lost";
            }
        }
    }

    private static float[] ones() {
        float[] values = new float[ROWS * COLUMNS];
        Arrays.fill(values, 1);
        return values;
    }
}
