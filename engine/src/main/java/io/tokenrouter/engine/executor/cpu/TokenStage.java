package io.tokenrouter.engine.executor.cpu;

/** Work that is done for each token by itself, split among the workers by tokens. */
abstract class TokenStage implements CpuDevice.Piece {

    /** Numbers touched below which handing a piece to another thread costs more than it saves. */
    private static final long LEAST_WORK = 8_000;

    private final CpuDevice device;
    private final long workPerToken;
    private int tokens;
    private int tokensPerPiece;

    /**
     * @param workPerToken numbers touched for one token
     */
    TokenStage(CpuDevice device, long workPerToken) {
        this.device = device;
        this.workPerToken = workPerToken;
    }

    /** Does tokens {@code 0 .. count - 1}. */
    final void runTokens(int count) {
        long pieces = Math.clamp(count * workPerToken / LEAST_WORK, 1, device.threads());
        tokens = count;
        tokensPerPiece = Math.ceilDiv(count, (int) pieces);
        device.run(Math.ceilDiv(count, tokensPerPiece), this);
    }

    @Override
    public final void run(int piece, int worker) {
        int to = Math.min(tokens, (piece + 1) * tokensPerPiece);
        for (int token = piece * tokensPerPiece; token < to; token++) {
            token(token);
        }
    }

    abstract void token(int token);
}
