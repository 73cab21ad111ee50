package io.tokenrouter.app.console;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tokenrouter.app.fixtures.RunningServer;
import io.tokenrouter.app.fixtures.SignIn;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.logging.Level;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;
import org.springframework.util.FileSystemUtils;

/**
 * Headless Chromium as the system installed it, with the console of a server open; nothing is downloaded. One for all tests of a
 * class, which are skipped where there is no Chromium:
 *
 * <pre>{@code
 * private static final RunningServer server = RunningServer.shared();
 *
 * @RegisterExtension
 * static final Browser browser = Browser.ofAdmin(server);
 * }</pre>
 *
 * Each test begins on a wide, light screen and without earlier complaints.
 */
final class Browser implements BeforeAllCallback, BeforeEachCallback, AfterAllCallback {

    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
    private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final String AXE = axe();
    private static final String VIOLATIONS = """
            const done = arguments[arguments.length - 1];
            axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
              .then(result => done(result.violations.flatMap(v => v.nodes.map(n => `${v.id}: ${n.html}`))))
              .catch(error => done([String(error)]));""";

    /** Short messages go after some seconds, seen or not. */
    private static final String TOLD = """
            window.told = [];
            new MutationObserver(changes => changes.forEach(change => change.addedNodes.forEach(node => {
              if (node.classList?.contains('toast')) window.told.push(node.textContent);
            }))).observe(document, { childList: true, subtree: true });""";

    private final RunningServer server;
    private final boolean signsIn;
    private @Nullable ChromeDriver driver;
    private @Nullable Path profile;

    private Browser(RunningServer server, boolean signsIn) {
        this.server = server;
        this.signsIn = signsIn;
    }

    /** The account that the fixtures have made is signed in. */
    static Browser ofAdmin(RunningServer server) {
        return new Browser(server, true);
    }

    /** Nobody is signed in. */
    static Browser ofNobody(RunningServer server) {
        return new Browser(server, false);
    }

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        assumeTrue(
                Files.isExecutable(DRIVER) && Files.isExecutable(CHROMIUM),
                "skipped: Chromium is not installed (Debian packages chromium and chromium-driver)");
        server.beforeAll(context);
        profile = Files.createTempDirectory("tokenrouter-browser");
        driver = start(profile);
        wide();
        if (signsIn) {
            signInAsAdmin();
        }
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        wide();
        complaints();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (driver != null && profile != null) {
            driver.quit();
            // it may write its last files while they are removed: what then stays is left to the system
            FileSystemUtils.deleteRecursively(profile.toFile());
        }
    }

    private void wide() {
        screen(1280, 832, "light");
    }

    private static ChromeDriver start(Path profile) {
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(CHROMIUM.toFile());
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                // in a container it is too small for the pages that it is meant for, and they crash
                "--disable-dev-shm-usage",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--hide-scrollbars",
                "--window-size=1280,832",
                "--user-data-dir=" + profile);
        options.setCapability("goog:loggingPrefs", logs);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(new File(DRIVER.toString()))
                .usingAnyFreePort()
                .build();
        ChromeDriver driver = new ChromeDriver(service, options);
        driver.manage().timeouts().scriptTimeout(PATIENCE).pageLoadTimeout(PATIENCE);
        driver.executeCdpCommand("Page.addScriptToEvaluateOnNewDocument", Map.of("source", TOLD));
        return driver;
    }

    ChromeDriver driver() {
        return Objects.requireNonNull(driver, "begins with the first test");
    }

    void open(String path) {
        driver().get(server.uri() + path);
    }

    /** Through the form, as people do. */
    Browser signIn(String name, String password) {
        open("/sign-in");
        find("[name=username]").clear();
        find("[name=username]").sendKeys(name);
        find("[name=password]").sendKeys(password, Keys.ENTER);
        await("somebody is signed in", b -> !b.all(".who").isEmpty());
        return this;
    }

    /** With the account that the fixtures have made. */
    Browser signInAsAdmin() {
        return signIn("admin", SignIn.PASSWORD);
    }

    /** The screen of a device; {@code null} as theme is the system's light one. */
    void screen(int width, int height, String theme) {
        driver().executeCdpCommand(
                        "Emulation.setDeviceMetricsOverride",
                        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        driver().executeCdpCommand(
                        "Emulation.setEmulatedMedia",
                        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", theme))));
    }

    WebElement find(String selector) {
        return PatientElement.of(() -> driver().findElement(By.cssSelector(selector)));
    }

    List<WebElement> all(String selector) {
        return driver().findElements(By.cssSelector(selector));
    }

    String text(String selector) {
        return find(selector).getText();
    }

    Object run(String script, Object... arguments) {
        return driver().executeScript(script, arguments);
    }

    Object runAsync(String script, Object... arguments) {
        return driver().executeAsyncScript(script, arguments);
    }

    /** Waits until the page is as wanted; fails with {@code what} otherwise. */
    void await(String what, Predicate<Browser> wanted) {
        new WebDriverWait(driver(), PATIENCE, Duration.ofMillis(50))
                .withMessage(what)
                .until(ignored -> isNow(wanted));
    }

    private boolean isNow(Predicate<Browser> wanted) {
        try {
            return wanted.test(this);
        } catch (WebDriverException why) {
            if (PatientElement.isGone(why)) {
                return false;
            }
            throw why;
        }
    }

    /** What the browser complained about since the last call: failed scripts, blocked content, missing files. */
    List<String> complaints() {
        return driver().manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .map(LogEntry::getMessage)
                .toList();
    }

    /** All that the page has told in short messages since it was opened. */
    String told() {
        return (String) run("return window.told.join('\\n')");
    }

    void screenshot(Path file) throws IOException {
        Files.write(file, driver().getScreenshotAs(OutputType.BYTES));
    }

    /** How far the page reaches beyond the screen; 0 if it scrolls only down. */
    long overflow() {
        return (long) run("return document.documentElement.scrollWidth - document.documentElement.clientWidth");
    }

    /** What stands in the way of those who cannot see, hear or point well, as axe-core finds it. */
    @SuppressWarnings("unchecked")
    List<String> barriers() {
        run(AXE);
        return (List<String>) runAsync(VIOLATIONS);
    }

    private static String axe() {
        try (InputStream in = Browser.class.getResourceAsStream("/axe.min.js")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
