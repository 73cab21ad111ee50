package io.tokenrouter.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.forecast.Forecaster;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import picocli.CommandLine;

class WhatIfCommandTest {

    @TempDir
    Path temporary;

    private final StringWriter output = new StringWriter();
    private final StringWriter errors = new StringWriter();

    @Test
    void printsATableOverRequestsAndWhy() {
        int status =
                run("--requests", "8", "--share", "0.3", "--small", "6,0", "--large", "25,0", "--device", "shared");

        assertThat(status).as(errors.toString()).isZero();
        assertThat(output.toString())
                .startsWith("Small 6,0 ms, large 25,0 ms, one device, one step at a time, 30.0 % by the large model")
                .contains("self-tuned", "greedy", "lockstep", "one by one", "p99 ms", "settings")
                .containsPattern("(?m)^ +1 .*greedy$")
                .containsPattern("(?m)^ +8 .*large from \\d$")
                .containsPattern("(?m)^at 8: a large step takes 25.0 ms for 1 request .* gains ")
                .containsPattern("(?m)^large from N: the large model runs when N requests wait for it")
                .containsPattern("(?m)^greedy: a step begins as soon as anything waits");
        assertThat(errors.toString()).isEmpty();
    }

    @Test
    void drawsAnSvgThatNeedsNothingFromElsewhere() throws Exception {
        Path file = temporary.resolve("plot.svg");
        int status =
                run("--requests", "64", "--small", "6.3,0.004", "--large", "1:28,64:31", "--plot", file.toString());

        assertThat(status).as(errors.toString()).isZero();
        Document svg = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
        assertThat(svg.getElementsByTagName("polyline").getLength()).isEqualTo(4);
        assertThat(svg.getElementsByTagName("title").item(0).getTextContent()).contains("1:28,64:31");
        assertThat(Files.readString(file).replace("xmlns=\"http://www.w3.org/2000/svg\"", ""))
                .contains("prefers-color-scheme: dark", "self-tuned", "lockstep", "one at a time")
                .doesNotContain("http", "url(", "@import", "<script", "NaN", "Infinity");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --requests 0            | --requests must be from 1 to 4096, not 0
            --requests 4097         | --requests must be from 1 to 4096, not 4097
            --share 1.5             | --share must be from 0 to 1, not 1.5
            --share NaN             | --share must be from 0 to 1, not NaN
            --device gpu            | --device must be separate or shared
            --overlap 1.5           | --overlap needs --device shared
            --overlap 17            | --overlap must be from 1 to 16, not 17
            --catch-up 1            | --catch-up must be SMALL,LARGE in ms
            --catch-up 1,2000       | --catch-up must be from 0 to 1000, not 2000
            --noise 3               | --noise must be from 0 to 2, not 3
            --p99 0                 | --p99 must be above 0 to 600000 ms, not 0.0
            --small 1:2:3           | --small '1:2:3': expected FIXED,PER_ROW
            --plot /nope/x.svg      | --plot: cannot write /nope/x.svg
            --nonsense              | Unknown option: '--nonsense'
            """)
    void saysInOneLineWhatIsWrongAndWhatIsAllowed(String wrong, String message) {
        String[] all = ("--requests 1 --small 6,0 --large 25,0 " + wrong).split(" ");
        int status = command().setOverwrittenOptionsAllowed(true).execute(all);

        assertThat(status).isEqualTo(2);
        assertThat(output.toString()).as("nothing was computed").isEmpty();
        assertThat(errors.toString())
                .contains(message)
                .contains("see ./tokenrouter whatif --help")
                .hasLineCount(1);
        assertThat(output.toString()).doesNotContain("Exception");
    }

    @Test
    void helpNamesEveryRange() {
        assertThat(run("--help")).isZero();
        assertThat(output.toString().replaceAll("\\s+", " "))
                .contains("1 to 4096", "0 to 1 ", "1 to 16", "0 to 1000", "0 to 2 ", "Example", "whatif --small 6.3");
    }

    private CommandLine command() {
        return WhatIfCommand.commandLine(new Forecaster())
                .setOut(new PrintWriter(output, true))
                .setErr(new PrintWriter(errors, true));
    }

    private int run(String... arguments) {
        return command().execute(arguments);
    }
}
