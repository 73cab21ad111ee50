package io.tokenrouter.app.accounts;

import java.time.Duration;

/** What came of a try to sign in. */
public sealed interface SignInOutcome {

    /**
     * @param token of the session that has begun; shown to nobody else
     */
    record Done(SignedIn user, String token) implements SignInOutcome {}

    /**
     * Name or password is wrong, or the account is disabled; which of them is not told.
     *
     * @param triesLeft before this address has to wait
     */
    record Refused(int triesLeft) implements SignInOutcome {}

    /** Too many tries; the password was not looked at. */
    record Wait(Duration duration) implements SignInOutcome {}
}
