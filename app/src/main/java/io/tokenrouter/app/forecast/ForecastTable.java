package io.tokenrouter.app.forecast;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Forecasts as a table for a terminal. */
public final class ForecastTable {

    private static final String[] GROUPS = {"", "self-tuned", "", "", "greedy", "", "lockstep", "one by one", ""};
    private static final String[] HEADS = {
        "requests", "tok/s", "each", "p99 ms", "tok/s", "p99 ms", "tok/s", "tok/s", "settings"
    };

    private ForecastTable() {}

    /** Lines of the table, then the reasons of the settings, then what settings of their kinds do. */
    public static List<String> lines(List<Forecast> forecasts) {
        List<String[]> rows = new ArrayList<>(List.of(GROUPS, HEADS));
        forecasts.forEach(forecast -> rows.add(row(forecast)));
        int[] widths = new int[HEADS.length];
        for (String[] row : rows) {
            for (int c = 0; c < row.length; c++) {
                widths[c] = Math.max(widths[c], row[c].length());
            }
        }
        List<String> lines = new ArrayList<>();
        for (String[] row : rows) {
            lines.add(line(row, widths));
        }
        lines.add("");
        lines.addAll(reasons(forecasts));
        lines.add("");
        forecasts.stream()
                .map(forecast -> SettingsText.meaning(forecast.settings()))
                .distinct()
                .forEach(lines::add);
        return lines;
    }

    private static String[] row(Forecast forecast) {
        return new String[] {
            Integer.toString(forecast.requests()),
            Numbers.rate(forecast.tuned().tokensPerSecond()),
            Numbers.rate(forecast.tuned().tokensPerSecondEach()),
            gap(forecast.tuned().p99GapMillis()),
            Numbers.rate(forecast.greedy().tokensPerSecond()),
            gap(forecast.greedy().p99GapMillis()),
            Numbers.rate(forecast.lockstep().tokensPerSecond()),
            Numbers.rate(forecast.oneAtATime().tokensPerSecond()),
            forecast.settingsText()
        };
    }

    private static String gap(OptionalDouble millis) {
        return millis.isPresent() ? Numbers.millis(millis.getAsDouble()) : "";
    }

    /** Figures to the right, words to the left. */
    private static String line(String[] row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int c = 0; c < row.length; c++) {
            boolean isLast = c == row.length - 1;
            line.append(isLast ? row[c] : String.format(Locale.ROOT, "%" + widths[c] + "s", row[c]));
            line.append(isLast ? "" : "  ");
        }
        return line.toString().stripTrailing();
    }

    /** One line for neighbours that have one reason. */
    private static List<String> reasons(List<Forecast> forecasts) {
        String[] names = forecasts.stream()
                .map(forecast -> "at " + forecast.requests() + ": ")
                .toArray(String[]::new);
        int width = Arrays.stream(names).mapToInt(String::length).max().orElse(0);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < names.length; i++) {
            lines.add(String.format(Locale.ROOT, "%" + width + "s", names[i])
                    + forecasts.get(i).why());
        }
        return lines;
    }
}
