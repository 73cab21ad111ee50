package io.tokenrouter.app.admin;

import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** Versions of decisions as entity tags. */
final class Etags {

    private static final Pattern TAG = Pattern.compile("(W/)?\"(\\d{1,18})\"");

    private Etags() {}

    static String of(long version) {
        return "\"" + version + "\"";
    }

    /**
     * The version that a change is made from, of a thing that may be new.
     *
     * @param ifNoneMatch value of the header, {@code *} for what is new; null where it was left out
     * @return 0 for what is new
     * @throws Problem as {@link #expected}
     */
    static OptionalLong expectedOrNew(@Nullable String ifMatch, @Nullable String ifNoneMatch) {
        if (ifNoneMatch != null && ifNoneMatch.strip().equals("*")) {
            return OptionalLong.of(0);
        }
        if (ifMatch == null) {
            throw new Problem(
                    HttpStatus.PRECONDITION_REQUIRED,
                    "If-Match or If-None-Match is missing",
                    "Send If-None-Match: * for what is new, or If-Match with the ETag of what you change, or * to change"
                            + " whatever is in force.");
        }
        return expected(ifMatch);
    }

    /**
     * The version that a change is made from.
     *
     * @param ifMatch value of the header; null where it was left out
     * @return empty for {@code *}: whatever is in force
     * @throws Problem 428 where it was left out, so that no change is overwritten by accident; 412 for a weak tag, which RFC 9110
     *     compares as equal to none
     */
    static OptionalLong expected(@Nullable String ifMatch) {
        if (ifMatch == null) {
            throw new Problem(
                    HttpStatus.PRECONDITION_REQUIRED,
                    "If-Match is missing",
                    "Send If-Match with the ETag of the settings that you change, or * to change whatever is in force.");
        }
        if (ifMatch.strip().equals("*")) {
            return OptionalLong.empty();
        }
        Matcher tag = TAG.matcher(ifMatch.strip());
        if (!tag.matches()) {
            throw Problem.invalid("If-Match", "If-Match must be one ETag of this resource, such as \"3\", or *.");
        }
        if (tag.group(1) != null) {
            throw new Problem(
                    HttpStatus.PRECONDITION_FAILED,
                    "A weak ETag matches nothing",
                    "If-Match must be the ETag as it was sent, without W/ before it. Nothing was changed.");
        }
        return OptionalLong.of(Long.parseLong(tag.group(2)));
    }
}
