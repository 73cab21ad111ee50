package io.tokenrouter.app.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.ServerContext;
import io.tokenrouter.app.accounts.Accounts;
import io.tokenrouter.app.accounts.Actor;
import io.tokenrouter.app.accounts.Role;
import io.tokenrouter.app.fixtures.RunningServer;
import io.tokenrouter.app.fixtures.SignIn;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a role may not do is offered on no page, each page says why, and the server refuses it anyway. */
class RolesBrowserTest {

    private static final RunningServer server = RunningServer.shared();

    @RegisterExtension
    static final Browser browser = Browser.ofNobody(server);

    private static final List<String> OPERATORS_PAGES = List.of(
            "/models",
            "/pairs/demo",
            "/policies?name=uncertainty",
            "/policies/new",
            "/policies/uncertainty/versions",
            "/batching");
    private static final List<String> ADMINISTRATORS_PAGES = List.of("/keys", "/people");

    private static final String OPERATORS_CONTROLS = "a[href='/register'], a[href='/policies/new'], a[href='/audit'],"
            + " [data-act] button, [data-act]:not(form), [data-open], [data-save]:not(dialog *), [data-mode]:enabled,"
            + " [data-name]:enabled, [data-control]:enabled";
    private static final String ADMINISTRATORS_CONTROLS =
            "[data-new-key], [data-change-key], [data-require], [data-add], [data-change]";

    private static void signIn(Role role) {
        signIn(role, role.word());
    }

    private static void signIn(Role role, String suffix) {
        String name = "browser-only-" + suffix;
        Accounts accounts = ServerContext.of(server.server()).getBean(Accounts.class);
        String oneTime = accounts.create(Actor.COMMAND_LINE, name, role, null);
        SignIn.choose(server.uri(), name, oneTime, "my very own words");
        browser.open("/sign-in");
        browser.driver().manage().deleteAllCookies();
        browser.signIn(name, "my very own words");
    }

    @Test
    void aViewerIsOfferedNoChangeAndToldWhy() {
        signIn(Role.VIEWER);
        for (String page : OPERATORS_PAGES) {
            assertIsNotOffered(page, OPERATORS_CONTROLS, "Changed by operators; browser-only-viewer is viewer.");
        }
        for (String page : ADMINISTRATORS_PAGES) {
            assertIsNotOffered(
                    page, ADMINISTRATORS_CONTROLS, "Changed by administrators; browser-only-viewer is viewer.");
        }
        assertThat(browser.barriers()).isEmpty();
        browser.open("/");
        assertThat(browser.text("main")).contains("Where requests are").doesNotContain("Recent changes");
        assertThat(seen("a[href='/audit']")).isEmpty();
        for (String page : List.of("/register", "/audit")) {
            browser.open(page);
            assertThat(browser.text("main")).contains("Not allowed", "needs the role operator");
            assertThat(browser.text(".who")).contains("browser-only-viewer", "Viewer");
            assertThat(seen("a[href='/audit']")).isEmpty();
        }
        assertIsRefused("POST", "/api/admin/pairs/demo/drain");
        assertIsRefused("PUT", "/api/admin/policies/uncertainty");
        assertIsRefused("POST", "/api/admin/keys");
    }

    @Test
    void anOperatorIsOfferedWhatItMayAndNothingOfAdministrators() {
        signIn(Role.OPERATOR);
        for (String page : OPERATORS_PAGES) {
            open(page);
            assertThat(seen("[data-denied]")).as(page).isEmpty();
            // the only version of a policy cannot be rolled back
            if (!page.endsWith("/versions")) {
                browser.await(
                        "what an operator may on " + page,
                        b -> !seen("main " + OPERATORS_CONTROLS.replace(", ", ", main "))
                                .isEmpty());
            }
        }
        for (String page : ADMINISTRATORS_PAGES) {
            assertIsNotOffered(
                    page, ADMINISTRATORS_CONTROLS, "Changed by administrators; browser-only-operator is operator.");
        }
        assertIsRefused("POST", "/api/admin/keys");
        assertIsRefused("POST", "/api/admin/accounts");
    }

    @Test
    void aPageThatIsNotThereKnowsWhoLooks() {
        signIn(Role.OPERATOR, "lost");
        browser.open("/no-such-page");
        assertThat(browser.text("main")).contains("There is no page here");
        assertThat(browser.text(".who")).contains("browser-only-lost", "Operator");
        assertThat(seen("a[href='/audit']")).hasSize(1);
        browser.find(".who form button").click();
        browser.await(
                "it signs out all the same", b -> !b.all("[name=username]").isEmpty());
    }

    @Test
    void anAdministratorIsOfferedAll() {
        browser.open("/sign-in");
        browser.driver().manage().deleteAllCookies();
        browser.signInAsAdmin();
        for (String page : ADMINISTRATORS_PAGES) {
            open(page);
            assertThat(seen("[data-denied]")).as(page).isEmpty();
            browser.await(page, b -> !seen(ADMINISTRATORS_CONTROLS).isEmpty());
        }
    }

    private static void open(String page) {
        browser.open(page);
        if (page.equals("/batching")) {
            browser.await("figures arrive", b -> b.text("[data-now=requests]").matches("\\d+"));
        }
        if (page.endsWith("/versions")) {
            browser.await("versions", b -> !b.all("[data-version-rows] tr").isEmpty());
        }
    }

    private static void assertIsNotOffered(String page, String controls, String why) {
        open(page);
        assertThat(seen(controls)).as("controls on " + page).isEmpty();
        assertThat(browser.text("[data-denied]")).as(page).isEqualTo(why);
        assertThat((List<?>) browser.run("""
                        const changes = [];
                        window.fetch = async (address, { method = 'GET' } = {}) => {
                          if (method !== 'GET') changes.push(`${method} ${address}`);
                          return new Response('{}', { status: 418 });
                        };
                        for (const control of document.querySelectorAll('main button:enabled, dialog button:enabled')) {
                          const form = control.form;
                          if (form && form.method !== 'get') changes.push(`a form with ${control.textContent}`);
                          if (control.type !== 'submit') control.click();
                        }
                        return changes;"""))
                .as("changes that can be clicked on " + page)
                .isEmpty();
    }

    private static void assertIsRefused(String method, String path) {
        browser.open("/models");
        Object status = browser.runAsync("""
                const [method, path, done] = arguments;
                fetch(path, {
                  method,
                  headers: {
                    'Content-Type': 'application/json',
                    'If-Match': '*',
                    'X-CSRF-TOKEN': document.querySelector('meta[name="page-token"]').content,
                  },
                  body: '{}',
                }).then(response => done(response.status), error => done(String(error)));""", method, path);
        assertThat(status).as(method + " " + path).isEqualTo(403L);
    }

    /** Asked in one go: parts of a page are replaced when the server has news. */
    private static List<?> seen(String selector) {
        return (List<?>) browser.run(
                "return [...document.querySelectorAll(arguments[0])].filter(e => e.checkVisibility()).map(e => e.outerHTML)",
                selector);
    }
}
