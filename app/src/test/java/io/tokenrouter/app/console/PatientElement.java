package io.tokenrouter.app.console;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.ElementNotInteractableException;
import org.openqa.selenium.NoSuchElementException;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.WrapsElement;

/**
 * An element that is looked for anew each time it is used: pages replace their parts when the server has news, also between two
 * steps of a test. What is not there yet, or hidden or covered for a moment, is waited for, as people do.
 */
final class PatientElement {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private PatientElement() {}

    static WebElement of(Supplier<WebElement> look) {
        return (WebElement) Proxy.newProxyInstance(
                PatientElement.class.getClassLoader(),
                new Class<?>[] {WebElement.class, WrapsElement.class},
                (proxy, method, arguments) -> method.getName().equals("getWrappedElement")
                        ? patiently(look, null, null)
                        : patiently(look, method, arguments));
    }

    /** @param method null for the element itself */
    private static @Nullable Object patiently(
            Supplier<WebElement> look, @Nullable Method method, Object @Nullable [] arguments) throws Throwable {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            Throwable why;
            try {
                WebElement found = look.get();
                return method == null ? found : method.invoke(found, arguments);
            } catch (NoSuchElementException notYet) {
                why = notYet;
            } catch (InvocationTargetException refused) {
                why = refused.getTargetException();
            }
            if (!mayPass(why) || System.nanoTime() > deadline) {
                throw why;
            }
            LockSupport.parkNanos(20_000_000);
        }
    }

    private static boolean mayPass(Throwable why) {
        return why instanceof NoSuchElementException
                || why instanceof ElementNotInteractableException
                || why instanceof WebDriverException driver && isGone(driver);
    }

    /** Whether the element was of a page, or a part of one, that is no more. The driver has two ways to say so. */
    static boolean isGone(WebDriverException why) {
        return why instanceof StaleElementReferenceException
                || String.valueOf(why.getMessage()).contains("does not belong to the document");
    }
}
