package io.tokenrouter.app.console;

/** Sends requests to the admin API the way the console's pages do, from the page that is open. */
final class PageApi {

    private PageApi() {}

    /**
     * @param headers a JavaScript object
     * @param body a JavaScript value; {@code undefined} for none
     */
    static void send(Browser browser, String method, String path, String headers, String body) {
        run(browser, "return send('" + method + "', '" + path + "', " + body + ", " + headers + ");");
    }

    /** Removes what tests registered: pairs first, then models, all but those that come with the server. */
    static void forgetRegistered(Browser browser) {
        run(browser, """
                for (const list of ['pairs', 'models']) {
                  for (let tries = 0; tries < 200; tries++) {
                    const all = (await send('GET', `/api/admin/${list}`)).answer[list].filter(one => !one.id.startsWith('demo'));
                    if (all.length === 0) break;
                    for (const one of all) {
                      await send('DELETE', `/api/admin/${list}/${one.id}?patience_seconds=0`, undefined, { 'If-Match': '*' });
                    }
                    await new Promise(then => setTimeout(then, 50));
                  }
                }""");
    }

    private static void run(Browser browser, String script) {
        browser.runAsync("""
                const done = arguments[arguments.length - 1];
                import(document.querySelector('script[type=module]').src.replace(/[^/]*$/, 'admin.js'))
                  .then(async ({ send }) => { %s })
                  .then(() => done(), error => done(String(error)));""".formatted(script));
    }
}
