package io.tokenrouter.gpu.weights;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class MatmulShapeTest {

    @Test
    void splitsCoverAllColumnsAndFitTheWorkspace() {
        Random random = new Random(1);
        for (int i = 0; i < 10_000; i++) {
            int rows = 1 + random.nextInt(20_000);
            int columns = 1 + random.nextInt(20_000);
            int tiles = random.nextBoolean() ? 1 : 4;
            int multiprocessors = 1 + random.nextInt(150);
            MatmulShape shape = MatmulShape.of(rows, columns, tiles, multiprocessors);

            assertThat(shape.span() % 256).isZero();
            assertThat((long) shape.span() * shape.splits()).isGreaterThanOrEqualTo(columns);
            assertThat((long) shape.span() * (shape.splits() - 1)).isLessThan(columns);
            if (shape.splits() > 1) {
                assertThat(MatmulShape.rowBlocks(rows) * shape.splits() * tiles)
                        .isLessThanOrEqualTo(MatmulShape.blocks(multiprocessors));
            }
        }
    }

    @Test
    void fewRowsShareWarps() {
        assertThat(MatmulShape.vectorSplits(1024, 512, 132)).isEqualTo(8);
        assertThat(MatmulShape.vectorSplits(28_672, 512, 132)).isEqualTo(1);
        assertThat(MatmulShape.vectorSplits(1, 8, 132)).isEqualTo(1);
        assertThat(MatmulShape.vectorBlocks(1024, 8)).isEqualTo(256);
        assertThat(MatmulShape.vectorBlocks(33, 1)).isEqualTo(2);
    }
}
