package io.tokenrouter.gpu.verify;

/** What was wanted of a data-centre GPU, beside what was measured. */
final class WantedCheck implements Check {

    private static final double FLOORS = 1.4;
    private static final double GRAPHS = 1.5;
    private static final double SIGNALS = 0.05;
    private static final double LOGITS = 2e-2;

    private final Target target;
    private final Figures figures;

    WantedCheck(Target target, Figures figures) {
        this.target = target;
        this.figures = figures;
    }

    @Override
    public String title() {
        return "Wanted and measured";
    }

    @Override
    public Kind kind() {
        return Kind.FACTS;
    }

    @Override
    public void run(Findings findings) {
        Findings.Rows rows = findings.table("wanted", "measured", "verdict");
        for (ModelSize size : ModelSize.values()) {
            for (int batch : new int[] {1, 8}) {
                double floors = figures.get(Figures.decode(size, true, batch)) / figures.get(Figures.floor(size));
                atMost(
                        rows,
                        "decode of the %s model at batch %d within %.1f times the floor, with graphs"
                                .formatted(size.label(), batch, FLOORS),
                        timing(floors),
                        FLOORS);
            }
        }
        double gain = timing(GraphGainCheck.gain(figures, ModelSize.SMALL, 1));
        rows.row(
                "graphs worth at least %.1f times on the small model at batch 1".formatted(GRAPHS),
                gain,
                verdict(gain, gain >= GRAPHS));
        for (int batch : new int[] {1, 8}) {
            atMost(
                    rows,
                    "signals and sampling under %.0f %% of the small model's step at batch %d"
                            .formatted(100 * SIGNALS, batch),
                    timing(figures.get(Figures.signals(batch))),
                    SIGNALS);
        }
        atMost(
                rows,
                "logits in BF16 within %.0e of the processor's".formatted(LOGITS),
                figures.get(Figures.LOGITS_BF16),
                LOGITS);
    }

    /** The emulator proves correctness and never speed. */
    private double timing(double value) {
        return target.emulated() ? Double.NaN : value;
    }

    private static void atMost(Findings.Rows rows, String wanted, double value, double limit) {
        rows.row(wanted, value, verdict(value, value <= limit));
    }

    private static String verdict(double value, boolean met) {
        return Double.isNaN(value) ? "not measured" : met ? "met" : "missed";
    }
}
