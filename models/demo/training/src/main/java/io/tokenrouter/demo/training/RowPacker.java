package io.tokenrouter.demo.training;

import io.tokenrouter.demo.DemoTask;
import io.tokenrouter.demo.Problem;
import io.tokenrouter.demo.Split;
import io.tokenrouter.demo.TrainingStream;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Fills training rows with stories and drills. A story that does not fit the rest of a row begins the next one. */
final class RowPacker {

    /** Less room than this is padded. */
    private static final int SMALLEST_ROOM = 26;

    /** The share of drills falls until this part of the rows and stays. */
    private static final double SHARE_FALLS_UNTIL = 0.8;

    private final DemoTokenizer tokenizer;
    private final TrainingStream stream;
    private final SplittableRandom random;
    private @Nullable Document waiting;

    private RowPacker(DemoTokenizer tokenizer, long seed) {
        this.tokenizer = tokenizer;
        this.stream = new TrainingStream(seed);
        this.random = new SplittableRandom(seed * 31 + 5);
    }

    /**
     * Rows to train on, the same for the same arguments.
     *
     * @param firstDrillShare chance that a document is a drill, in the first row; falls linearly
     * @param lastDrillShare the same from 80 % of the rows on; drills fill the ends of rows as well unless this is 0 there
     */
    static Rows training(
            DemoTokenizer tokenizer, long seed, int count, int length, double firstDrillShare, double lastDrillShare) {
        RowPacker packer = new RowPacker(tokenizer, seed);
        Rows rows = new Rows(count, length);
        for (int row = 0; row < count; row++) {
            double progress = Math.min(1, row / (SHARE_FALLS_UNTIL * count));
            packer.fill(rows, row, firstDrillShare + (lastDrillShare - firstDrillShare) * progress);
        }
        return rows;
    }

    /** One validation story a row. */
    static Rows validation(DemoTokenizer tokenizer, long seed, int count, int length) {
        Rows rows = new Rows(count, length);
        List<Problem> problems = DemoTask.problems(Split.VALIDATION, seed, count);
        for (int row = 0; row < count; row++) {
            rows.endAt(row, rows.put(row, 0, Document.story(problems.get(row), tokenizer)));
        }
        return rows;
    }

    private void fill(Rows rows, int row, double drillShare) {
        int at = 0;
        while (rows.length() - at >= SMALLEST_ROOM) {
            int room = rows.length() - at;
            if (waiting == null && random.nextDouble() >= drillShare) {
                waiting = Document.story(stream.nextStory(), tokenizer);
            }
            Document next = null;
            if (waiting != null && waiting.length() <= room) {
                next = waiting;
                waiting = null;
            } else if (drillShare > 0) {
                next = drill(room);
            }
            if (next == null) {
                break;
            }
            at = rows.put(row, at, next);
        }
        rows.endAt(row, at);
    }

    private @Nullable Document drill(int room) {
        int wanted = random.nextInt(3, 9);
        int length = Document.drillOverhead(tokenizer);
        List<int[]> lines = new ArrayList<>();
        while (lines.size() < wanted) {
            int[] line = tokenizer.encode(stream.nextDrill() + "\n");
            if (length + line.length > room) {
                break;
            }
            lines.add(line);
            length += line.length;
        }
        return lines.isEmpty() ? null : Document.drill(lines, tokenizer);
    }
}
