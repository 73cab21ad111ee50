package io.tokenrouter.app.remote;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/** What a command answered. */
record Said(int exitCode, String out, String err) {

    /** Types a command without the program's own name. */
    static Said by(List<String> words) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = RemoteCommand.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(words.toArray(String[]::new));
        return new Said(exitCode, out.toString(), err.toString());
    }
}
