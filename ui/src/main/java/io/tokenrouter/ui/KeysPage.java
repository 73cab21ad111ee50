package io.tokenrouter.ui;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The page of keys.
 *
 * @param version of whether keys are required
 * @param hasKeys whether any was ever made
 * @param rows keys that count first, then callers without one, then what has ended
 * @param pairs ids that a key may be given
 * @param models likewise, of single models and of whatever else a key has
 * @param usage of the last seven days, the newest first
 */
record KeysPage(
        boolean required,
        boolean mayBeOpen,
        long version,
        boolean hasKeys,
        List<KeyRow> rows,
        List<String> pairs,
        List<String> models,
        boolean usageKnown,
        List<UsageRow> usage) {

    private static final int MOST_USAGE_ROWS = 100;

    /** A row of the table of usage. */
    record UsageRow(
            String day,
            String name,
            String target,
            String requests,
            String promptTokens,
            String writtenTokens,
            @Nullable WriterShare share) {}

    static KeysPage of(KeysView view, ConsoleCatalog catalog) {
        return new KeysPage(
                view.required(),
                view.mayBeOpen(),
                view.version(),
                !view.keys().isEmpty(),
                rows(view),
                catalog.pairs().stream().map(PairView::id).toList(),
                models(view, catalog),
                view.usageKnown(),
                usage(view));
    }

    /** Whether more was used than the table shows. */
    public boolean isCut() {
        return usage.size() == MOST_USAGE_ROWS;
    }

    private static List<KeyRow> rows(KeysView view) {
        LocalDate today = view.at().atZone(ZoneOffset.UTC).toLocalDate();
        List<KeyRow> rows = new ArrayList<>(view.keys().stream()
                .map(key -> KeyRow.of(key, today(key.id(), today, view), view.at()))
                .toList());
        UsedToday console = today(UsageView.CONSOLE, today, view);
        rows.add(KeyRow.of("playground", "whoever is signed in", console));
        UsedToday anonymous = today(UsageView.ANONYMOUS, today, view);
        if (!view.required() || (anonymous != null && anonymous.tokens() > 0)) {
            rows.add(KeyRow.of("without a key", "anybody on this machine", anonymous));
        }
        rows.sort(Comparator.comparing(KeyRow::isOff));
        return List.copyOf(rows);
    }

    private static @Nullable UsedToday today(String caller, LocalDate today, KeysView view) {
        return view.usageKnown() ? UsedToday.of(caller, today, view.usage()) : null;
    }

    /** What is registered, and what keys have from the time when it was. */
    private static List<String> models(KeysView view, ConsoleCatalog catalog) {
        Set<String> ids = new LinkedHashSet<>();
        catalog.models().forEach(model -> ids.add(model.id()));
        view.keys().stream().filter(key -> key.revokedAt() == null).forEach(key -> ids.addAll(key.models()));
        catalog.pairs().forEach(pair -> ids.remove(pair.id()));
        return List.copyOf(ids);
    }

    private static List<UsageRow> usage(KeysView view) {
        Map<String, String> names = view.keys().stream().collect(Collectors.toMap(KeyView::id, KeyView::name));
        return view.usage().stream()
                .limit(MOST_USAGE_ROWS)
                .map(row -> new UsageRow(
                        row.day().toString(),
                        switch (row.caller()) {
                            case UsageView.CONSOLE -> "playground";
                            case UsageView.ANONYMOUS -> "without a key";
                            default -> names.getOrDefault(row.caller(), row.caller());
                        },
                        row.target(),
                        Figures.count(row.requests()),
                        Figures.count(row.promptTokens()),
                        Figures.count(row.writtenTokens()),
                        WriterShare.of(row.largeTokens(), row.writtenTokens())))
                .toList();
    }
}
