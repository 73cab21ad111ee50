package io.tokenrouter.app.admin;

import io.tokenrouter.app.accounts.AccountException;
import java.util.Objects;
import org.springframework.http.HttpStatus;

/** Refused changes of accounts as problems. */
final class AccountProblems {

    private AccountProblems() {}

    static Problem of(AccountException refused) {
        String message = String.valueOf(refused.getMessage());
        return switch (refused.kind()) {
            case INVALID -> Problem.invalid(Objects.requireNonNullElse(refused.field(), "body"), message);
            case UNKNOWN -> new Problem(HttpStatus.NOT_FOUND, "No such account", message);
            case CONFLICT -> new Problem(HttpStatus.CONFLICT, "Not possible now", message);
        };
    }
}
