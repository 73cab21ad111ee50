package io.tokenrouter.ui;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A generation as a row of the list, or the head of its page. What is not known is empty.
 *
 * @param request that it is about
 * @param roles of models that answer alone
 * @param now when the page was made
 */
record RequestRow(RequestView request, ModelRoles roles, Instant now) {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");
    private static final int SHORT_ID = 18;

    /** How it ended, as it is drawn. */
    record End(String word, String tone, String icon) {

        /** Nothing to point out. */
        public boolean isPlain() {
            return tone.isEmpty() && icon.isEmpty();
        }
    }

    public String id() {
        return request.id();
    }

    public String requestId() {
        return request.requestId();
    }

    /** Its beginning, for tables. */
    public String shortId() {
        String id = request.requestId();
        return id.length() <= SHORT_ID ? id : id.substring(0, SHORT_ID) + "…";
    }

    public String target() {
        return request.target();
    }

    public String caller() {
        return request.caller() == null ? "" : request.caller();
    }

    public String policy() {
        return request.policy() == null ? "" : request.policy();
    }

    public boolean isRunning() {
        return request.finishedAt() == null;
    }

    /** Whether it has no place in the engine yet. */
    public boolean isQueued() {
        return request.state().equals("queued");
    }

    /** What it does where it is, before the model's name. */
    public String doing() {
        return request.state().equals("in_step") ? "in a step of" : "waits for";
    }

    /** {@code small} or {@code large}; empty where it is at neither. */
    public String role() {
        return roleOf(request.at());
    }

    public String at() {
        return request.at() == null ? "" : request.at();
    }

    public String roleOf(@Nullable String model) {
        if (model == null) {
            return "";
        }
        if (!isPair()) {
            return roles.of(model);
        }
        return model.equals(request.large()) ? "large" : model.equals(request.small()) ? "small" : "";
    }

    public String tokens() {
        return Figures.count(request.written());
    }

    public String writtenBySmall() {
        return Figures.count(request.written() - request.writtenByLarge());
    }

    public String writtenByLarge() {
        return Figures.count(request.writtenByLarge());
    }

    public boolean isPair() {
        return request.large() != null;
    }

    /** In percent, without its sign. */
    public String share() {
        return request.large() == null || request.written() == 0
                ? ""
                : String.format(Locale.ROOT, "%.1f", 100.0 * request.writtenByLarge() / request.written());
    }

    public @Nullable TapeDrawing tape() {
        return TapeDrawing.of(request);
    }

    public String took() {
        return Spans.ofSeconds(request.totalSeconds());
    }

    public String firstToken() {
        return Spans.ofSeconds(request.firstTokenSeconds());
    }

    public String betweenTokens() {
        return Spans.ofSeconds(request.betweenTokensSeconds());
    }

    public String prompt() {
        return Figures.count(request.promptTokens());
    }

    public String switches() {
        return Figures.count(request.switches());
    }

    public String caughtUp() {
        return Figures.count(
                request.caughtUp().values().stream().mapToInt(Integer::intValue).sum());
    }

    /** The time of day (UTC), with the day where it is another one. */
    public String ended() {
        Instant at = request.finishedAt();
        if (at == null) {
            return "";
        }
        String time = TIME.format(at.atOffset(ZoneOffset.UTC));
        boolean isToday = at.atOffset(ZoneOffset.UTC)
                .toLocalDate()
                .equals(now.atOffset(ZoneOffset.UTC).toLocalDate());
        return isToday ? time : Moments.day(at, now) + " " + time;
    }

    public End end() {
        return switch (request.state()) {
            case "stop" -> new End("stop", "", "");
            case "length" -> new End("length", "", "");
            case "cancelled" -> new End("cancelled", "", "stop");
            case "failed" ->
                new End(
                        request.errorKind() == null
                                ? "failed"
                                : "failed: " + request.errorKind().replace('_', ' '),
                        "bad",
                        "s-failed");
            default -> new End("running", "", "s-loading");
        };
    }
}
