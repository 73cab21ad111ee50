package io.tokenrouter.gpu.verify;

/** What graphs bring: steps and pairs with them against those without. */
final class GraphGainCheck implements Check {

    private final TimingPlan plan;
    private final Figures figures;

    GraphGainCheck(TimingPlan plan, Figures figures) {
        this.plan = plan;
        this.figures = figures;
    }

    @Override
    public String title() {
        return "Gain of graphs";
    }

    @Override
    public Kind kind() {
        return Kind.TIMING;
    }

    @Override
    public void run(Findings findings) {
        Findings.Rows steps = findings.table("decode, batch", "small model", "large model");
        for (int batch : plan.batches()) {
            steps.row(batch, gain(figures, ModelSize.SMALL, batch), gain(figures, ModelSize.LARGE, batch));
        }
        Findings.Rows pairs = findings.table("routed pair, requests at once", "tokens/s with", "without", "gain");
        for (int clients : plan.clients()) {
            double with = figures.get(Figures.pair(true, clients));
            double without = figures.get(Figures.pair(false, clients));
            pairs.row(clients, with, without, with / without);
        }
    }

    /** How many times faster a step is with graphs; NaN where one of both was not measured. */
    static double gain(Figures figures, ModelSize size, int batch) {
        return figures.get(Figures.decode(size, false, batch)) / figures.get(Figures.decode(size, true, batch));
    }
}
