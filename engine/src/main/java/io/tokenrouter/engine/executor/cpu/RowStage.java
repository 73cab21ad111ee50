package io.tokenrouter.engine.executor.cpu;

/** Work on the rows of weight matrices, split among the workers by rows. */
abstract class RowStage implements CpuDevice.Piece {

    /** Multiply-adds below which handing a piece to another thread costs more than it saves. */
    private static final long LEAST_WORK = 50_000;

    /** More pieces than threads, so that a thread that is late or slow takes fewer. */
    private static final int PIECES_PER_THREAD = 4;

    /** Rows that kernels take together; pieces are whole multiples. */
    private static final int GRAIN = 8;

    private final CpuDevice device;
    private int rows;
    private int rowsPerPiece;

    RowStage(CpuDevice device) {
        this.device = device;
    }

    /**
     * Does all rows.
     *
     * @param workPerRow multiply-adds of one row
     */
    final void runRows(int rowCount, long workPerRow) {
        long pieces = Math.clamp(rowCount * workPerRow / LEAST_WORK, 1, PIECES_PER_THREAD * device.threads());
        rows = rowCount;
        rowsPerPiece = Math.ceilDiv(Math.ceilDiv(rowCount, (int) pieces), GRAIN) * GRAIN;
        device.run(Math.ceilDiv(rowCount, rowsPerPiece), this);
    }

    @Override
    public final void run(int piece, int worker) {
        int from = piece * rowsPerPiece;
        rows(from, Math.min(rows, from + rowsPerPiece), worker);
    }

    /** Does rows {@code from .. to - 1}. */
    abstract void rows(int from, int to, int worker);
}
