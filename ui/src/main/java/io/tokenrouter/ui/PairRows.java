package io.tokenrouter.ui;

import io.tokenrouter.ui.PairPage.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Properties of a pair's two models, side by side. */
final class PairRows {

    /** Rows of the steps whose time is told. */
    private static final int[] STEP_ROWS = {1, 8};

    private PairRows() {}

    /**
     * @param batching null where the pair is not served
     * @return none where one of the models is not known
     */
    static List<Row> of(@Nullable ModelDetail small, @Nullable ModelDetail large, @Nullable PairBatching batching) {
        if (small == null || large == null || small.shape() == null || large.shape() == null) {
            return List.of();
        }
        ModelView s = small.model();
        ModelView l = large.model();
        ModelDetail.Shape ss = small.shape();
        ModelDetail.Shape ls = large.shape();
        List<Row> rows = new ArrayList<>();
        rows.add(new Row(
                "Parameters",
                Figures.weights(s.parameters()),
                Figures.weights(l.parameters()),
                Figures.ratio(s.parameters(), l.parameters())));
        rows.add(new Row("Layers, hidden, feed-forward", widths(s, ss), widths(l, ls), ""));
        rows.add(new Row("Heads, KV heads, head size", heads(ss), heads(ls), ""));
        rows.add(new Row(
                "KV cache for one token",
                Figures.bytes(ss.kvBytesPerToken()),
                Figures.bytes(ls.kvBytesPerToken()),
                ss.kvBytesPerToken() == ls.kvBytesPerToken()
                        ? "equal"
                        : Figures.ratio(ss.kvBytesPerToken(), ls.kvBytesPerToken())));
        rows.add(new Row("Weights", weights(s), weights(l), ""));
        rows.add(same("Embeddings tied", word(ss.tiedEmbeddings()), word(ls.tiedEmbeddings())));
        rows.add(same("Context", Figures.count(s.contextLength()), Figures.count(l.contextLength())));
        rows.add(same("Chat template", word(ss.hasChatTemplate()), word(ls.hasChatTemplate())));
        rows.add(same("End of text", String.join(" ", ss.endTokens()), String.join(" ", ls.endTokens())));
        rows.add(new Row("Memory", memory(ss), memory(ls), "weights, KV cache, work space"));
        rows.add(same("Runs on", ss.device(), ls.device()));
        if (batching != null) {
            rows.addAll(running(batching));
        }
        return rows;
    }

    /** How steps run and what they take; a time that was not measured has no row. */
    private static List<Row> running(PairBatching batching) {
        List<Row> rows = new ArrayList<>();
        rows.add(new Row("Device", "", "", batching.device()));
        List<List<PairBatching.StepTime>> times =
                batching.models().stream().map(PairBatching.Model::stepMillis).toList();
        for (int count : STEP_ROWS) {
            List<String> both = times.stream()
                    .flatMap(of ->
                            of.stream().filter(time -> time.rows() == count).limit(1))
                    .map(time -> String.format(Locale.ROOT, "%.1f ms", time.millis()))
                    .toList();
            if (both.size() == 2) {
                rows.add(new Row(
                        "Step of " + count + (count == 1 ? " row" : " rows"),
                        both.getFirst(),
                        both.getLast(),
                        measured(batching, count)));
            }
        }
        return rows;
    }

    private static Row same(String name, String small, String large) {
        return new Row(name, small, large, Objects.equals(small, large) ? "equal" : "differ");
    }

    private static String word(boolean flag) {
        return flag ? "yes" : "no";
    }

    private static String widths(ModelView model, ModelDetail.Shape shape) {
        return Figures.count(model.layers()) + ", " + Figures.count(model.hiddenSize()) + ", "
                + Figures.count(shape.feedForwardSize());
    }

    private static String heads(ModelDetail.Shape shape) {
        return shape.heads() + ", " + shape.kvHeads() + ", " + shape.headSize();
    }

    private static String weights(ModelView model) {
        return model.weightFormat() + ", " + Figures.bytes(model.bytes());
    }

    private static String memory(ModelDetail.Shape shape) {
        return Figures.bytes(shape.weightBytes()) + ", " + Figures.bytes(shape.kvBytes()) + ", "
                + Figures.bytes(shape.workspaceBytes());
    }

    /** Beyond the longest step that ran times are thought to go on as they did until there. */
    private static String measured(PairBatching batching, int rows) {
        boolean isMeasured = batching.models().stream().allMatch(model -> rows <= longest(model.stepsByRows()));
        return isMeasured ? "measured" : "expected";
    }

    /** Steps are counted by their rows: 1, 2, 3 and 4, 5 to 8, and so on. */
    private static int longest(List<Long> stepsByRows) {
        int last = stepsByRows.size() - 1;
        while (last >= 0 && stepsByRows.get(last) == 0) {
            last--;
        }
        return last < 0 ? 0 : 1 << last;
    }
}
