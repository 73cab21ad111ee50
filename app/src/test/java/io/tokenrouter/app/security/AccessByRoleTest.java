package io.tokenrouter.app.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.ServerContext;
import io.tokenrouter.app.accounts.Accounts;
import io.tokenrouter.app.accounts.Actor;
import io.tokenrouter.app.accounts.Role;
import io.tokenrouter.app.fixtures.RunningServer;
import io.tokenrouter.app.fixtures.SignIn;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.PathContainer;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;

/** Every address of the server is in the table of who may what, and each role's forbidden actions are refused over HTTP. */
class AccessByRoleTest {

    @RegisterExtension
    static final RunningServer server = RunningServer.shared();

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private static final Routes.Route GATE = new Routes.Route(HttpMethod.POST, "/sign-in");

    private static List<Routes.Route> routes;
    private static String viewer;
    private static String operator;
    private static String newcomer;

    @BeforeAll
    static void makePeople() {
        routes = Routes.of(ServerContext.of(server.server())).stream()
                .filter(route -> !isOfTheApi(route))
                .toList();
        viewer = person("role-viewer", Role.VIEWER);
        operator = person("role-operator", Role.OPERATOR);
        Accounts accounts = ServerContext.of(server.server()).getBean(Accounts.class);
        newcomer = SignIn.token(
                server.uri(), "role-newcomer", accounts.create(Actor.COMMAND_LINE, "role-newcomer", Role.ADMIN, null));
    }

    @Test
    void everyAddressIsInTheTable() {
        assertThat(routes)
                .hasSizeGreaterThan(20)
                .anyMatch(route -> route.path().equals("/metrics"))
                .anyMatch(route -> route.path().equals("/actuator/health"))
                .allSatisfy(route -> assertThat(line(route))
                        .as("a line for %s in AccessTable", route)
                        .isPresent());
    }

    @Test
    void nobodyGetsNoFurtherThanTheGate() throws Exception {
        for (Routes.Route route : routes) {
            // the form of the gate has a token of its own, without which it is refused as well
            boolean isOpen = line(route).orElseThrow() == Access.ANYONE && !route.equals(GATE);
            assertThat(isRefused(route, null)).as("%s for nobody", route).isEqualTo(!isOpen);
        }
    }

    @Test
    void eachRoleIsRefusedWhatItMayNotDo() throws Exception {
        int refused = 0;
        for (Routes.Route route : routes) {
            Role least = line(route).orElseThrow().least();
            if (least == Role.OPERATOR || least == Role.ADMIN) {
                assertThat(status(route, viewer)).as("%s for a viewer", route).isEqualTo(403);
                refused++;
            }
            if (least == Role.ADMIN) {
                assertThat(status(route, operator))
                        .as("%s for an operator", route)
                        .isEqualTo(403);
            }
        }
        assertThat(refused).isPositive();
    }

    @Test
    void aViewerMayLookAtEverythingButWhereFilesLieAndPeopleComeFrom() throws Exception {
        assertThat(routes.stream()
                        .filter(route -> line(route).orElseThrow() == Access.OPERATOR)
                        .filter(route -> route.method().equals(HttpMethod.GET))
                        .map(Routes.Route::path))
                .containsExactlyInAnyOrder(
                        "/api/admin/models/files", "/register", "/audit", "/api/admin/audit", "/api/admin/audit.csv");
        for (Routes.Route route : routes) {
            if (route.method().equals(HttpMethod.GET) && line(route).orElseThrow() != Access.OPERATOR) {
                assertThat(isRefused(route, viewer))
                        .as("%s for a viewer", route)
                        .isFalse();
            }
        }
    }

    @Test
    void anOperatorIsNotKeptFromItsWork() throws Exception {
        for (Routes.Route route : routes) {
            if (line(route).orElseThrow() == Access.OPERATOR) {
                assertThat(isRefused(route, operator))
                        .as("%s for an operator", route)
                        .isFalse();
            }
        }
    }

    @Test
    void whoMustChangeThePasswordDoesNothingElse() throws Exception {
        for (Routes.Route route : routes) {
            Access access = line(route).orElseThrow();
            if (access.least() != null && access != Access.SIGNED_IN) {
                assertThat(status(route, newcomer))
                        .as("%s for a newcomer", route)
                        .isEqualTo(403);
            }
        }
    }

    @Test
    void anAddressNobodyThoughtOfIsClosed() throws Exception {
        List<Routes.Route> unknown = new ArrayList<>();
        for (String path : List.of("/nothing", "/api/admin/nothing", "/actuator/env", "/health/", "/Health")) {
            unknown.add(new Routes.Route(HttpMethod.GET, path));
            unknown.add(new Routes.Route(HttpMethod.DELETE, path));
        }
        for (Routes.Route route : unknown) {
            assertThat(status(route, null)).as("%s for nobody", route).isEqualTo(401);
            if (!route.method().equals(HttpMethod.GET)) {
                assertThat(status(route, operator))
                        .as("%s for an operator", route)
                        .isEqualTo(403);
            }
        }
    }

    @Test
    void anAddressThatProgramsReadDifferentlyIsNoAddress() throws Exception {
        for (String path :
                List.of("//health", "/api/admin/batching;x=y", "/api/admin/%2e%2e/batching", "/api%2Fadmin")) {
            assertThat(status(new Routes.Route(HttpMethod.GET, path), server.adminToken()))
                    .as(path)
                    .isEqualTo(400);
        }
    }

    private static boolean isOfTheApi(Routes.Route route) {
        MockServerWebExchange exchange =
                MockServerWebExchange.from(MockServerHttpRequest.method(route.method(), route.path()));
        return ApiAddresses.matcher().matches(exchange).block().isMatch();
    }

    private static Optional<Access> line(Routes.Route route) {
        return AccessTable.line(route.method(), PathContainer.parsePath(route.path()));
    }

    private static String person(String name, Role role) {
        Accounts accounts = ServerContext.of(server.server()).getBean(Accounts.class);
        String password = accounts.create(Actor.COMMAND_LINE, name, role, null);
        return SignIn.choose(server.uri(), name, password, "a password of " + name);
    }

    /** Whether the server does not do it for want of a right, whatever else may be wrong with it. */
    private static boolean isRefused(Routes.Route route, @Nullable String token) throws Exception {
        int status = status(route, token);
        return status == 401 || status == 403;
    }

    /** Streams are left after their first line. */
    private static int status(Routes.Route route, @Nullable String token) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.uri() + route.path()))
                .method(route.method().name(), HttpRequest.BodyPublishers.noBody());
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        HttpResponse<InputStream> answer = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        answer.body().close();
        return answer.statusCode();
    }
}
