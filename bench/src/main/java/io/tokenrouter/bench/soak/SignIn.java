package io.tokenrouter.bench.soak;

import java.io.IOException;

/** The first session at a server that was just made. */
final class SignIn {

    private static final String PASSWORD = "chosen for one soak";

    private SignIn() {}

    /** Signs in as {@code admin}, chooses a password, and returns the session's token. */
    static String first(Api api, String oneTimePassword) throws IOException {
        String path = "/api/admin/session";
        String token = token(
                api.send("POST", path, "none", "{\"name\": \"admin\", \"password\": \"" + oneTimePassword + "\"}"));
        return token(api.send(
                "PUT",
                path + "/password",
                token,
                "{\"password\": \"" + oneTimePassword + "\", \"new_password\": \"" + PASSWORD + "\"}"));
    }

    private static String token(Api.Answer answer) throws IOException {
        if (answer.status() != 200) {
            throw new IOException("signing in: the server answered " + answer.status());
        }
        return answer.json().path("token").stringValue();
    }
}
