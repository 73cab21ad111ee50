package io.tokenrouter.ui;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The page of one generation.
 *
 * @param row its figures
 * @param waitedMillis in which no step ran; null where nobody knows
 * @param lanes its way as a drawing; null where it is not known
 * @param hops its way as a table
 * @param omittedHops how many are left out in the middle
 */
record RequestPage(
        RequestRow row,
        @Nullable Double waitedMillis,
        @Nullable LanesDrawing lanes,
        List<HopRow> hops,
        int omittedHops) {

    private static final DateTimeFormatter BEGAN =
            DateTimeFormatter.ofPattern("d MMM yyyy, HH:mm:ss.SSS 'UTC'", Locale.ENGLISH);

    /** A row of the table of hops. */
    record HopRow(
            int number,
            String model,
            String role,
            String token,
            String wrote,
            String untaken,
            String waited,
            String held,
            String took,
            String read,
            String caughtUp,
            String rows,
            String entropy) {}

    static RequestPage of(ConsoleRequests.Detail detail, ModelRoles roles, Instant now) {
        RequestRow row = new RequestRow(detail.request(), roles, now);
        List<HopView> hops = detail.hops() == null ? List.of() : detail.hops();
        return new RequestPage(
                row,
                detail.waitedMillis(),
                hops.isEmpty()
                        ? null
                        : LanesDrawing.of(
                                hops, row::roleOf, 1e3 * detail.request().totalSeconds()),
                rows(hops, row, detail.omittedHops()),
                detail.omittedHops());
    }

    public RequestView request() {
        return row.request();
    }

    /** Tokens per second after the first; empty where that is nothing. */
    public String speed() {
        Double between = request().betweenTokensSeconds();
        if (between == null || between <= 0) {
            return "";
        }
        double speed = 1 / between;
        return (speed < 10 ? String.format(Locale.ROOT, "%.1f", speed) : Figures.count(Math.round(speed)))
                + " tokens/s";
    }

    public String wholeFigure() {
        return Spans.figure(request().totalSeconds());
    }

    public String wholeUnit() {
        return Spans.unit(request().totalSeconds());
    }

    /** Of the time to the first token; empty before it. */
    public String firstFigure() {
        Double first = request().firstTokenSeconds();
        return first == null ? "" : Spans.figure(first);
    }

    public String firstUnit() {
        Double first = request().firstTokenSeconds();
        return first == null ? "" : Spans.unit(first);
    }

    public String waitedFigure() {
        return waitedMillis == null ? "–" : Spans.figure(waitedMillis / 1e3);
    }

    public String waitedUnit() {
        return waitedMillis == null ? "" : Spans.unit(waitedMillis / 1e3);
    }

    /** When it was submitted, of UTC. */
    public String began() {
        return BEGAN.format(request().startedAt().atOffset(ZoneOffset.UTC));
    }

    /** What stands in the upper lane; empty where there is none. */
    public String above() {
        return laneOf("large", request().large());
    }

    /** What stands in the lower lane; empty where there is none. */
    public String below() {
        return laneOf("small", request().small());
    }

    /** The role of the one model that writes the answer. */
    public String roleAlone() {
        return row.roleOf(request().target());
    }

    private String laneOf(String role, @Nullable String ofPair) {
        if (row.isPair()) {
            return ofPair == null ? "" : ofPair;
        }
        return roleAlone().equals(role) ? request().target() : "";
    }

    /** The picture in a sentence. */
    public String words() {
        String models = request().large() == null ? "One model" : "Two models";
        return models + " over " + row.took() + ": " + row.tokens() + " tokens in "
                + Figures.count(hops.size() + (long) omittedHops) + (hops.size() == 1 ? " hop" : " hops")
                + ". The table of hops below lists the same.";
    }

    private static List<HopRow> rows(List<HopView> hops, RequestRow row, int omitted) {
        return IntStream.range(0, hops.size())
                .mapToObj(i -> hop(i < hops.size() / 2 ? i + 1 : i + 1 + omitted, hops.get(i), row))
                .toList();
    }

    private static HopRow hop(int number, HopView hop, RequestRow row) {
        return new HopRow(
                number,
                hop.model(),
                row.roleOf(hop.model()),
                Figures.count(hop.token() + 1L),
                Figures.count(hop.wrote()),
                hop.untaken() == 0 ? "" : Figures.count(hop.untaken()),
                Spans.ofMillis(hop.waited()),
                Spans.ofMillis(hop.held()),
                Spans.ofMillis(hop.ended() - hop.started()),
                Figures.count(hop.read()),
                hop.caughtUp() == 0 ? "" : Figures.count(hop.caughtUp()),
                Figures.count(hop.rows()),
                hop.entropy() == null ? "" : String.format(Locale.ROOT, "%.2f", hop.entropy()));
    }
}
