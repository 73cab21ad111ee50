package io.tokenrouter.app.console;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Asks axe-core what stands in whose way on the page that is open. */
final class Axe {

    private static final String VIOLATIONS = """
            const done = arguments[arguments.length - 1];
            axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
              .then(result => done(result.violations.flatMap(v => v.nodes.map(n => `${v.id}: ${n.html}`))))
              .catch(error => done([String(error)]));""";

    private final Browser browser;
    private final String script;

    Axe(Browser browser) throws IOException {
        this.browser = browser;
        try (InputStream in = Axe.class.getResourceAsStream("/axe.min.js")) {
            this.script = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @SuppressWarnings("unchecked")
    List<String> violations() {
        browser.run(script);
        return (List<String>) browser.runAsync(VIOLATIONS);
    }
}
