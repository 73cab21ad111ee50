package io.tokenrouter.app.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.ServerContext;
import io.tokenrouter.app.accounts.Accounts;
import io.tokenrouter.app.accounts.Actor;
import io.tokenrouter.app.accounts.Role;
import io.tokenrouter.app.fixtures.RunningServer;
import io.tokenrouter.app.fixtures.SignIn;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.Keys;
import org.openqa.selenium.support.ui.Select;

/** The gate, people and the audit log as people use them. */
class AccountsBrowserTest {

    private static final RunningServer server = RunningServer.shared();

    @RegisterExtension
    static final Browser browser = Browser.ofNobody(server);

    @BeforeEach
    void signOut() {
        browser.open("/sign-in");
        browser.driver().manage().deleteAllCookies();
    }

    private static void scrollsOnlyDown() {
        assertThat(browser.overflow()).as("width beyond the screen").isZero();
    }

    @ParameterizedTest
    @CsvSource({"1280, light", "1280, dark", "375, light", "375, dark"})
    void thePagesHaveNoBarriers(int width, String theme) {
        browser.screen(width, 832, theme);
        browser.open("/sign-in");
        assertThat(browser.barriers()).as("sign-in").isEmpty();
        scrollsOnlyDown();
        browser.signInAsAdmin();
        browser.open("/change-password");
        assertThat(browser.barriers()).as("change-password").isEmpty();
        scrollsOnlyDown();
        browser.open("/people");
        assertThat(browser.barriers()).as("people").isEmpty();
        browser.find("[data-add]").click();
        assertThat(browser.barriers()).as("people, with the dialog").isEmpty();
        scrollsOnlyDown();
        browser.open("/audit");
        browser.find(".log summary").click();
        assertThat(browser.barriers()).as("audit, with an entry open").isEmpty();
        scrollsOnlyDown();
    }

    @Test
    void aWrongPasswordIsToldAndTheNameStays() {
        browser.open("/sign-in");
        browser.find("[name=username]").sendKeys("<b>nobody</b>");
        browser.find("[name=password]").sendKeys("wrong", Keys.ENTER);
        browser.await("the refusal", b -> !b.all(".notice.bad").isEmpty());

        assertThat(browser.text(".notice")).contains("Name or password is wrong", "4 left");
        assertThat(browser.find("[name=username]").getDomProperty("value")).isEqualTo("<b>nobody</b>");
        assertThat(browser.barriers()).isEmpty();
    }

    @Test
    void somebodyIsAddedChoosesAPasswordSeesWhatTheRoleMayAndLeaves() {
        browser.signInAsAdmin();
        browser.open("/people");
        browser.find("[data-add]").click();
        browser.find("[data-add-dialog] [data-name]").sendKeys("Not A Name");
        browser.find("[data-add-form] [type=submit]").click();
        browser.await(
                "the refusal", b -> b.find("[data-add-dialog] [data-refusal]").isDisplayed());
        browser.complaints();
        browser.find("[data-add-dialog] [data-name]").clear();
        browser.find("[data-add-dialog] [data-name]").sendKeys("browser-viewer");
        browser.find("[data-add-dialog] [data-reason]").sendKeys("joins the team");
        browser.find("[data-add-form] [type=submit]").click();
        browser.await("the password", b -> b.find("[data-once-dialog]").isDisplayed());
        String oneTime = browser.text("[data-secret]");
        browser.find("[data-done]").click();
        browser.await("the new row", b -> !b.all("[data-person=browser-viewer]").isEmpty());
        assertThat(browser.text("[data-person=browser-viewer]")).contains("Viewer", "has to choose a password");
        assertThat(browser.driver().getPageSource()).doesNotContain(oneTime);

        browser.open("/audit?text=browser-viewer");
        browser.find(".log summary").click();
        assertThat(browser.text(".log"))
                .contains("admin", "Account browser-viewer made", "role: viewer", "joins the team");
        browser.find(".who button").click();
        browser.await("the gate", b -> b.driver().getCurrentUrl().endsWith("/sign-in"));

        browser.find("[name=username]").sendKeys("browser-viewer");
        browser.find("[name=password]").sendKeys(oneTime, Keys.ENTER);
        browser.await("the form", b -> b.driver().getCurrentUrl().endsWith("/change-password"));
        browser.find("[name=password]").sendKeys(oneTime);
        browser.find("[name=new-password]").sendKeys("my very own words");
        browser.find("[name=repeated]").sendKeys("my very own words", Keys.ENTER);
        browser.await("the first page", b -> b.text("h1").equals("Overview"));
        assertThat(browser.text(".who")).contains("browser-viewer", "Viewer");

        browser.open("/people");
        assertThat(browser.all("[data-add], [data-change]")).isEmpty();
        browser.open("/batching");
        browser.await("figures arrive", b -> b.text("[data-now=requests]").matches("\\d+"));
        assertThat(browser.find("[data-mode][value=pinned]").isEnabled()).isFalse();
        assertThat(browser.complaints()).as("what the browser complained about").isEmpty();
    }

    @Test
    void aRoleIsChangedAndTheSessionThatHadTheOldOneEnds() {
        Accounts accounts = ServerContext.of(server.server()).getBean(Accounts.class);
        String oneTime = accounts.create(Actor.COMMAND_LINE, "browser-promoted", Role.VIEWER, null);
        SignIn.choose(server.uri(), "browser-promoted", oneTime, "my very own words");
        browser.signInAsAdmin();
        browser.open("/people");
        browser.find("[data-person=browser-promoted] [data-change]").click();
        new Select(browser.find("[data-change-dialog] [data-role]")).selectByValue("operator");
        browser.find("[data-change-form] [type=submit]").click();
        browser.await(
                "the new role", b -> b.text("[data-person=browser-promoted]").contains("Operator"));

        browser.open("/audit?topic=account&text=browser-promoted");
        browser.find(".log summary").click();
        assertThat(browser.text(".log")).contains("role: viewer", "role: operator", "no reason given");
    }

    @Test
    void thePlaygroundAsksOnBehalfOfWhoeverIsSignedIn() {
        browser.signInAsAdmin();
        Playground page = Playground.open(browser);
        page.example("Omar’s tickets").awaitEnd();
        assertThat(page.answer()).isNotEmpty();
    }
}
