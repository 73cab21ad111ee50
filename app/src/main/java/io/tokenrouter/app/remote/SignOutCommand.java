package io.tokenrouter.app.remote;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tokenrouter sign-out}. */
@Command(
        name = "sign-out",
        description = "End the session that sign-in began.",
        sortOptions = false,
        usageHelpAutoWidth = true)
final class SignOutCommand implements Callable<Integer> {

    @Mixin
    private Server server = new Server();

    @Override
    public Integer call() {
        String token = server.token();
        // a token that was given is another session than the one that sign-in kept
        server.sessions()
                .token(server.url())
                .filter(token::equals)
                .ifPresent(kept -> server.sessions().forget(server.url()));
        return server.showAs(
                token,
                api -> api.delete(SignInCommand.SESSION),
                (answer, out) -> out.println("The session has ended."));
    }
}
