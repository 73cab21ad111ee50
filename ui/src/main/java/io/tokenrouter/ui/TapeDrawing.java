package io.tokenrouter.ui;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Who wrote an answer, drawn: a low bar where the small model wrote, a tall one where the large model did, in between where
 * both wrote a part of a cell. Stretched to any width, so positions are of a picture as wide as its cells.
 *
 * @param width of the picture
 * @param small path of the small model's bars
 * @param large path of the large model's bars
 * @param label for people
 */
record TapeDrawing(int width, String small, String large, String label) {

    /** Units of a cell, bar and gap. */
    private static final int CELL = 10;

    private static final int BAR = 7;
    private static final int FOOT = 18;
    private static final double LOW = 6.5;
    private static final int NINTHS = 9;

    /** An answer that has only begun does not fill the picture. */
    private static final int FEWEST_CELLS = 96;

    /** Null where there is nothing to draw: no pair, or nothing known of it. */
    static @Nullable TapeDrawing of(RequestView request) {
        String cells = request.tape();
        if (cells == null || request.large() == null) {
            return null;
        }
        StringBuilder small = new StringBuilder();
        StringBuilder large = new StringBuilder();
        for (int i = 0; i < cells.length(); i++) {
            int ninths = cells.charAt(i) - '0';
            double height = ninths == 0 ? LOW : LOW + (FOOT - LOW) * ninths / NINTHS;
            (ninths == 0 ? small : large)
                    .append(String.format(Locale.ROOT, "M%d %dv-%.1fh%dv%.1fz", i * CELL, FOOT, height, BAR, height));
        }
        return new TapeDrawing(
                CELL * Math.max(FEWEST_CELLS, cells.length()),
                small.toString(),
                large.toString(),
                Figures.count(request.written()) + " tokens, " + Figures.count(request.writtenByLarge())
                        + " by the large model");
    }
}
