package io.tokenrouter.engine.executor;

import java.util.List;

/**
 * The rows of a step laid out as one list of tokens, row after row. Filled anew for every step, and checked while it is.
 */
public final class StepPlan {

    private final ExecutorSpec spec;
    private final int longestStretch;
    private final int[] ids;
    private final int[] positions;
    private final int[][] blocks;
    /** Row of the batch that a token is of. */
    private final int[] rows;

    /** Token whose row of logits is wanted, and the row of the batch that asked. */
    private final int[] candidateTokens;

    private final int[] candidateRows;

    /** Which of that row's drafts is judged; their number for the token after them. */
    private final int[] drafts;

    /** First token of each stretch, and behind them the number of tokens. */
    private final int[] stretches;

    private int stretchCount;
    private int tokens;
    private int candidates;

    /**
     * @param longestStretch most tokens of a stretch: of one sequence, next to each other, so that they look at nearly the same positions
     */
    public StepPlan(ExecutorSpec spec, int longestStretch) {
        this.spec = spec;
        this.longestStretch = longestStretch;
        ids = new int[spec.maxStepTokens()];
        stretches = new int[spec.maxStepTokens() + 1];
        positions = new int[spec.maxStepTokens()];
        blocks = new int[spec.maxStepTokens()][];
        rows = new int[spec.maxStepTokens()];
        candidateTokens = new int[spec.maxStepTokens()];
        candidateRows = new int[spec.maxStepTokens()];
        drafts = new int[spec.maxStepTokens()];
    }

    /**
     * @throws IllegalArgumentException naming the row that breaks a limit; nothing was computed then
     */
    public void fill(Batch batch) {
        tokens = 0;
        stretchCount = 0;
        candidates = 0;
        List<BatchRow> rows = batch.rows();
        require(
                rows.size() <= spec.maxRows(),
                "a step of %d rows is over the limit of %d",
                rows.size(),
                spec.maxRows());
        for (int i = 0; i < rows.size(); i++) {
            add(i, rows.get(i));
        }
        stretches[stretchCount] = tokens;
    }

    private void add(int index, BatchRow row) {
        int count = row.count();
        require(count >= 1, "row %d has %d new ids", index, count);
        require(
                count <= spec.maxStepTokens() - tokens,
                "row %d takes the step over its limit of %d new ids",
                index,
                spec.maxStepTokens());
        require(
                row.start() >= 0 && count <= spec.contextLength() - row.start(),
                "row %d ends beyond the context of %d positions",
                index,
                spec.contextLength());
        require(
                row.from() >= 0 && count <= row.ids().length - row.from(),
                "row %d has fewer than %d ids",
                index,
                count);
        int needed = spec.blocksFor(row.start() + count);
        require(needed <= row.blocks().length, "row %d has %d blocks", index, row.blocks().length);
        for (int i = 0; i < needed; i++) {
            int block = row.blocks()[i];
            if (block < 0 || block >= spec.blockCount()) {
                throw new IllegalArgumentException("row " + index + " names the block " + block);
            }
        }
        for (int i = 0; i < count; i++) {
            int id = row.ids()[row.from() + i];
            if (id < 0 || id >= spec.vocabularySize()) {
                throw new IllegalArgumentException("row " + index + " has the token id " + id);
            }
            if (i % longestStretch == 0) {
                stretches[stretchCount++] = tokens;
            }
            ids[tokens] = id;
            positions[tokens] = row.start() + i;
            blocks[tokens] = row.blocks();
            rows[tokens] = index;
            tokens++;
        }
        CandidateRequest wanted = row.candidate();
        if (wanted != null) {
            addCandidates(index, count, wanted);
        }
    }

    /** One row of logits for each draft, and one for the token after them. */
    private void addCandidates(int index, int count, CandidateRequest wanted) {
        int judged = wanted.drafts();
        require(
                !wanted.sampling().needsHistory() && judged == 0 || wanted.position() <= wanted.history().length,
                "row %d has penalties or drafts and a history shorter than its position",
                index);
        require(judged < count, "row %d judges %d drafts with %d new ids", index, judged, count);
        for (int draft = judged; draft >= 0; draft--) {
            candidateTokens[candidates] = tokens - 1 - draft;
            candidateRows[candidates] = index;
            drafts[candidates] = judged - draft;
            candidates++;
        }
    }

    private static void require(boolean holds, String message, Object... values) {
        if (!holds) {
            throw new IllegalArgumentException(message.formatted(values));
        }
    }

    /** New ids of the step. */
    public int tokens() {
        return tokens;
    }

    public int id(int token) {
        return ids[token];
    }

    public int position(int token) {
        return positions[token];
    }

    /** Row of the batch that a token is of. */
    public int row(int token) {
        return rows[token];
    }

    /** Block table of a token's sequence. */
    public int[] blocks(int token) {
        return blocks[token];
    }

    public int stretches() {
        return stretchCount;
    }

    /** First token of a stretch; for the one after the last, the number of tokens. */
    public int stretch(int index) {
        return stretches[index];
    }

    /** Rows of logits that are wanted. */
    public int candidates() {
        return candidates;
    }

    public int candidateToken(int candidate) {
        return candidateTokens[candidate];
    }

    public int candidateRow(int candidate) {
        return candidateRows[candidate];
    }

    public int draft(int candidate) {
        return drafts[candidate];
    }
}
