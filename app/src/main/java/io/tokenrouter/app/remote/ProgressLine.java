package io.tokenrouter.app.remote;

import io.tokenrouter.app.hub.DownloadProgress;
import java.io.Console;
import java.io.PrintWriter;
import java.util.Locale;

/** How far a download is: a bar that is drawn over itself on a terminal, a line for every tenth of it elsewhere. */
final class ProgressLine implements DownloadProgress, AutoCloseable {

    private static final int WIDTH = 30;
    private static final int SHARES = 10;
    private static final int MOST_NAME = 40;
    private static final double MEBIBYTE = 1 << 20;

    /** A bar is drawn again when it has changed by this much. */
    private static final int STEPS_ON_A_TERMINAL = 1000;

    private final PrintWriter out;
    private final boolean onTerminal;
    private String file = "";
    private long step = -1;

    ProgressLine(PrintWriter out, boolean onTerminal) {
        this.out = out;
        this.onTerminal = onTerminal;
    }

    static ProgressLine on(PrintWriter out) {
        Console console = System.console();
        return new ProgressLine(out, console != null && console.isTerminal());
    }

    @Override
    public void at(String name, long bytes, long of) {
        double share = of == 0 ? 1 : (double) bytes / of;
        long now = (long) (share * (onTerminal ? STEPS_ON_A_TERMINAL : SHARES));
        if (now == step && (!onTerminal || name.equals(file))) {
            return;
        }
        step = now;
        file = name;
        String shown = name.length() > MOST_NAME ? "..." + name.substring(name.length() - MOST_NAME + 3) : name;
        String figures = String.format(
                Locale.ROOT, "%3.0f %% of %.1f MiB  %s", 100 * Math.min(1, share), of / MEBIBYTE, Columns.plain(shown));
        if (onTerminal) {
            int filled = (int) (Math.min(1, share) * WIDTH);
            out.print("\r[" + "#".repeat(filled) + " ".repeat(WIDTH - filled) + "] " + figures + "\u001b[K");
        } else {
            out.println(figures);
        }
        out.flush();
    }

    /** Ends the line. */
    @Override
    public void close() {
        if (onTerminal && step >= 0) {
            out.println();
            out.flush();
        }
    }
}
