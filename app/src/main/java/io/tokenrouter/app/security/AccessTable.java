package io.tokenrouter.app.security;

import static io.tokenrouter.app.security.Access.ADMIN;
import static io.tokenrouter.app.security.Access.ANYONE;
import static io.tokenrouter.app.security.Access.OPERATOR;
import static io.tokenrouter.app.security.Access.SIGNED_IN;
import static io.tokenrouter.app.security.Access.VIEWER;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.PathContainer;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * Which address needs which role: all of the server but the OpenAI-compatible API, which has keys. The first line that fits
 * counts. What fits none needs a signed-in user to look and an administrator to change: nothing is open because nobody thought of
 * it. A test holds a line here for every address that the server has.
 */
final class AccessTable {

    private static final List<Line> LINES = new Builder()
            // for monitors, load balancers and browsers that are not signed in yet
            .get(ANYONE, "/health", "/actuator/health", "/actuator/health/**", "/actuator/info")
            .get(ANYONE, "/metrics", "/actuator/prometheus")
            .get(ANYONE, "/assets/**", "/sign-in")
            .post(ANYONE, "/sign-in", "/api/admin/session")
            // one's own session
            .get(SIGNED_IN, "/change-password", "/api/admin/session")
            .post(SIGNED_IN, "/change-password", "/sign-out")
            .put(SIGNED_IN, "/api/admin/session/password")
            .delete(SIGNED_IN, "/api/admin/session")
            // pages and their events
            .get(VIEWER, "/", "/playground", "/models", "/pairs/{id}", "/policies/**")
            .get(VIEWER, "/batching", "/throughput", "/keys", "/people", "/console/events/**")
            .get(OPERATOR, "/register")
            .get(VIEWER, "/requests", "/requests/{id}", "/playground/compare")
            .get(VIEWER, "/actuator")
            // models, pairs, policies; where files lie is told to those who choose them
            .get(OPERATOR, "/api/admin/models/files")
            .get(VIEWER, "/api/admin/models/**", "/api/admin/pairs/**", "/api/admin/policies/**")
            .post(OPERATOR, "/api/admin/models/**", "/api/admin/pairs/**", "/api/admin/policies/{name}/roll-back")
            .put(OPERATOR, "/api/admin/pairs/{id}/policy", "/api/admin/policies/{name}")
            .delete(OPERATOR, "/api/admin/pairs/{pair}/calibrations/{id}")
            .get(VIEWER, "/api/admin/signals", "/api/admin/signals.csv", "/api/admin/signals/recording")
            .put(OPERATOR, "/api/admin/signals/recording")
            .delete(OPERATOR, "/api/admin/models/{id}", "/api/admin/pairs/{id}", "/api/admin/policies/{name}")
            // batching, throughput
            .get(VIEWER, "/api/admin/batching/**", "/api/admin/throughput/**", "/api/admin/throughput.csv")
            .put(OPERATOR, "/api/admin/batching/{pair}")
            .put(ADMIN, "/api/admin/throughput/retention")
            // what happens now; requests
            .get(VIEWER, "/api/admin/overview")
            .get(VIEWER, "/api/admin/requests", "/api/admin/requests/{id}")
            .post(OPERATOR, "/api/admin/requests/{id}/cancel")
            // the audit log tells where files lie and people come from
            .get(OPERATOR, "/audit", "/api/admin/audit", "/api/admin/audit.csv")
            // keys, people
            .get(VIEWER, "/api/admin/keys/**", "/api/admin/api-access", "/api/admin/usage", "/api/admin/usage.csv")
            .post(ADMIN, "/api/admin/keys")
            .put(ADMIN, "/api/admin/keys/{id}", "/api/admin/api-access")
            .delete(ADMIN, "/api/admin/keys/{id}")
            .get(VIEWER, "/api/admin/accounts/**")
            .post(ADMIN, "/api/admin/accounts", "/api/admin/accounts/{name}/password")
            .patch(ADMIN, "/api/admin/accounts/{name}")
            // the description of all this
            .get(VIEWER, "/api/admin/openapi.yaml")
            .build();

    private AccessTable() {}

    private record Line(HttpMethod method, PathPattern pattern, Access access) {

        boolean fits(HttpMethod asked, PathContainer path) {
            HttpMethod counted = asked.equals(HttpMethod.HEAD) ? HttpMethod.GET : asked;
            return method.equals(counted) && pattern.matches(path);
        }
    }

    /** What an address needs. */
    static Access of(HttpMethod method, PathContainer path) {
        return line(method, path).orElse(isLook(method) ? VIEWER : ADMIN);
    }

    /** What the table says; empty for an address that nobody thought of. */
    static Optional<Access> line(HttpMethod method, PathContainer path) {
        return LINES.stream()
                .filter(line -> line.fits(method, path))
                .findFirst()
                .map(Line::access);
    }

    private static boolean isLook(HttpMethod method) {
        return method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD) || method.equals(HttpMethod.OPTIONS);
    }

    private static final class Builder {

        private final List<Line> lines = new ArrayList<>();

        Builder get(Access access, String... paths) {
            return add(HttpMethod.GET, access, paths);
        }

        Builder post(Access access, String... paths) {
            return add(HttpMethod.POST, access, paths);
        }

        Builder put(Access access, String... paths) {
            return add(HttpMethod.PUT, access, paths);
        }

        Builder patch(Access access, String... paths) {
            return add(HttpMethod.PATCH, access, paths);
        }

        Builder delete(Access access, String... paths) {
            return add(HttpMethod.DELETE, access, paths);
        }

        List<Line> build() {
            return List.copyOf(lines);
        }

        private Builder add(HttpMethod method, Access access, String... paths) {
            for (String path : paths) {
                lines.add(new Line(method, PathPatternParser.defaultInstance.parse(path), access));
            }
            return this;
        }
    }
}
