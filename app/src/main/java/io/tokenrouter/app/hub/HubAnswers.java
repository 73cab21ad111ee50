package io.tokenrouter.app.hub;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.time.Duration;

/** What a hub's status codes mean. */
final class HubAnswers {

    /** As long as anybody is willing to look on. */
    private static final long MOST_WAIT_SECONDS = 120;

    private HubAnswers() {}

    /** A hub that asks to come back later. */
    static final class Later extends IOException {

        private static final long serialVersionUID = 1L;

        private final transient Duration wait;

        Later(String message, Duration wait) {
            super(message);
            this.wait = wait;
        }

        Duration waiting() {
            return wait;
        }
    }

    /**
     * Returns where the answer is the thing that was asked for, and closes it otherwise.
     *
     * @param what for messages
     * @throws IOException where trying again may help
     * @throws HubException where it does not
     */
    static void require(HttpResponse<InputStream> answer, String what, boolean hasToken) throws IOException {
        int status = answer.statusCode();
        if (status == 200 || status == 206) {
            return;
        }
        answer.body().close();
        switch (status) {
            case 401, 403 ->
                throw new HubException("the hub refuses " + what + " (" + status
                        + "): it does not exist, is private, or its terms have to be"
                        + " accepted there first; "
                        + (hasToken
                                ? "the token that was sent is not enough"
                                : "set TOKENROUTER_HUB_TOKEN to a token of an account that may read it, and"
                                        + " TOKENROUTER_HUB_URL to the hub if it is another one"));
            case 404, 410 -> throw new HubException("the hub has no " + what);
            case 429, 503 -> throw new Later("the hub is busy (" + status + ")", wait(answer));
            default -> {
                if (status >= 500 || status == 408 || status == 416) {
                    throw new IOException("the hub answers " + status);
                }
                throw new HubException("the hub answers " + status + " to a request for " + what);
            }
        }
    }

    private static Duration wait(HttpResponse<?> answer) {
        String seconds = answer.headers().firstValue("Retry-After").orElse("");
        return Duration.ofSeconds(
                seconds.matches("\\d{1,9}") ? Math.min(MOST_WAIT_SECONDS, Long.parseLong(seconds)) : 1);
    }
}
