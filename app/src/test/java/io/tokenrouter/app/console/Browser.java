package io.tokenrouter.app.console;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tokenrouter.app.fixtures.SignIn;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.logging.Level;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/** Headless Chromium as the system installed it; nothing is downloaded. Its profile is a new folder. */
final class Browser implements AutoCloseable {

    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
    private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private final ChromeDriver driver;
    private final String baseUrl;

    private Browser(ChromeDriver driver, String baseUrl) {
        this.driver = driver;
        this.baseUrl = baseUrl;
    }

    /** Skips the calling tests where there is no Chromium. */
    static Browser start(String baseUrl, Path profile) {
        assumeTrue(
                Files.isExecutable(DRIVER) && Files.isExecutable(CHROMIUM),
                "skipped: Chromium is not installed (Debian packages chromium and chromium-driver)");
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(CHROMIUM.toFile());
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
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
        return new Browser(new ChromeDriver(service, options), baseUrl);
    }

    ChromeDriver driver() {
        return driver;
    }

    void open(String path) {
        driver.get(baseUrl + path);
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
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", theme))));
    }

    WebElement find(String selector) {
        return driver.findElement(By.cssSelector(selector));
    }

    List<WebElement> all(String selector) {
        return driver.findElements(By.cssSelector(selector));
    }

    String text(String selector) {
        return find(selector).getText();
    }

    Object run(String script, Object... arguments) {
        return driver.executeScript(script, arguments);
    }

    Object runAsync(String script, Object... arguments) {
        return driver.executeAsyncScript(script, arguments);
    }

    /** Waits until the page is as wanted; fails with {@code what} otherwise. */
    void await(String what, Predicate<Browser> wanted) {
        new WebDriverWait(driver, PATIENCE, Duration.ofMillis(50))
                .ignoring(StaleElementReferenceException.class)
                .withMessage(what)
                .until(ignored -> wanted.test(this));
    }

    /** What the browser complained about since the last call: failed scripts, blocked content, missing files. */
    List<String> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .map(LogEntry::getMessage)
                .toList();
    }

    void screenshot(Path file) throws IOException {
        Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
    }

    @Override
    public void close() {
        driver.quit();
    }
}
