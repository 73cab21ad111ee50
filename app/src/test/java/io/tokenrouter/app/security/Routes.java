package io.tokenrouter.app.security;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.springframework.context.ApplicationContext;
import org.springframework.core.io.Resource;
import org.springframework.http.HttpMethod;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.reactive.function.server.HandlerFunction;
import org.springframework.web.reactive.function.server.RequestPredicate;
import org.springframework.web.reactive.function.server.RequestPredicates;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.result.method.RequestMappingInfo;
import org.springframework.web.reactive.result.method.RequestMappingInfoHandlerMapping;
import reactor.core.publisher.Mono;

/** Every address that a server has, from its own handler mappings. */
final class Routes {

    /** @param path with a word in the place of each variable */
    record Route(HttpMethod method, String path) {}

    private Routes() {}

    static List<Route> of(ApplicationContext server) {
        List<Route> routes = new ArrayList<>();
        server.getBeansOfType(RequestMappingInfoHandlerMapping.class)
                .values()
                .forEach(mapping -> mapping.getHandlerMethods().keySet().forEach(info -> add(info, routes)));
        server.getBeansOfType(RouterFunction.class)
                .values()
                .forEach(function -> function.accept(new Collector(routes)));
        return routes.stream().distinct().toList();
    }

    private static void add(RequestMappingInfo info, List<Route> routes) {
        Set<RequestMethod> methods = info.getMethodsCondition().getMethods();
        for (RequestMethod method : methods.isEmpty() ? Set.of(RequestMethod.values()) : methods) {
            info.getPatternsCondition()
                    .getPatterns()
                    .forEach(pattern -> routes.add(
                            new Route(HttpMethod.valueOf(method.name()), example(pattern.getPatternString()))));
        }
    }

    private static String example(String pattern) {
        return pattern.replaceAll("\\{[^}]*}|\\*\\*|\\*", "x");
    }

    /** Router functions tell their routes to a visitor, predicate by predicate. */
    private static final class Collector implements RouterFunctions.Visitor, RequestPredicates.Visitor {

        private final List<Route> routes;
        private Set<HttpMethod> methods = Set.of(HttpMethod.GET);

        Collector(List<Route> routes) {
            this.routes = routes;
        }

        @Override
        public void route(RequestPredicate predicate, HandlerFunction<?> handler) {
            predicate.accept(this);
        }

        @Override
        public void method(Set<HttpMethod> of) {
            methods = of;
        }

        @Override
        public void path(String pattern) {
            methods.forEach(method -> routes.add(new Route(method, example(pattern))));
        }

        @Override
        public void startNested(RequestPredicate predicate) {}

        @Override
        public void endNested(RequestPredicate predicate) {}

        @Override
        public void resources(Function<ServerRequest, Mono<Resource>> lookup) {}

        @Override
        public void attributes(Map<String, Object> attributes) {}

        @Override
        public void unknown(RouterFunction<?> function) {}

        @Override
        public void header(String name, String value) {}

        @Override
        @Deprecated
        public void pathExtension(String extension) {}

        @Override
        public void queryParam(String name, String value) {}

        @Override
        public void version(String version) {}

        @Override
        public void startAnd() {}

        @Override
        public void and() {}

        @Override
        public void endAnd() {}

        @Override
        public void startOr() {}

        @Override
        public void or() {}

        @Override
        public void endOr() {}

        @Override
        public void startNegate() {}

        @Override
        public void endNegate() {}

        @Override
        public void unknown(RequestPredicate predicate) {}
    }
}
