package io.tokenrouter.app.admin;

import io.tokenrouter.app.persistence.DatabaseBusyException;
import io.tokenrouter.app.web.Addresses;
import io.tokenrouter.app.web.WebFaults;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.support.WebExchangeBindException;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebExceptionHandler;
import reactor.core.publisher.Mono;
import reactor.netty.channel.AbortedException;

/** Answers every failure below {@code /api} with problem details, ahead of the handlers of the rest of the server. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 9)
class ProblemHandler implements WebExceptionHandler {

    private static final Logger log = LoggerFactory.getLogger(ProblemHandler.class);

    private static final Set<HttpStatus> OF_OURS =
            Set.of(HttpStatus.UNAUTHORIZED, HttpStatus.FORBIDDEN, HttpStatus.SERVICE_UNAVAILABLE);

    private final AdminJson json;

    ProblemHandler(AdminJson json) {
        this.json = json;
    }

    @Override
    public Mono<Void> handle(ServerWebExchange exchange, Throwable failure) {
        if (!Addresses.ADMIN.include(exchange.getRequest())
                || exchange.getResponse().isCommitted()) {
            return Mono.error(failure);
        }
        if (failure instanceof AbortedException) {
            return Mono.empty();
        }
        ServerHttpResponse response = exchange.getResponse();
        if (failure instanceof ErrorResponse refusal) {
            response.getHeaders().putAll(refusal.getHeaders());
        }
        Problem problem = problemOf(failure);
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("type", "about:blank");
        body.put("title", problem.title());
        body.put("status", problem.status().value());
        body.put("detail", problem.getMessage());
        body.putAll(problem.more());
        response.setStatusCode(problem.status());
        if (problem.retryAfter() > 0) {
            response.getHeaders().set(HttpHeaders.RETRY_AFTER, Long.toString(problem.retryAfter()));
        } else if (problem.status() == HttpStatus.SERVICE_UNAVAILABLE) {
            // a session that cannot be looked up is refused before it comes to us
            response.getHeaders().set(HttpHeaders.RETRY_AFTER, Long.toString(Problem.DATABASE_RETRY_SECONDS));
        }
        response.getHeaders().setContentType(MediaType.APPLICATION_PROBLEM_JSON);
        response.getHeaders().set(HttpHeaders.CACHE_CONTROL, "no-store");
        return response.writeWith(Mono.just(response.bufferFactory().wrap(json.write(body))));
    }

    /** A reason is written by us, for 401, 403 and 503, and by the framework for all else. */
    private static Problem problemOf(ResponseStatusException web) {
        HttpStatus status = HttpStatus.valueOf(web.getStatusCode().value());
        String parameter = WebFaults.parameter(web);
        if (parameter != null) {
            return Problem.invalid(parameter, WebFaults.describe(web, status));
        }
        String reason = web.getReason();
        boolean isOurs = OF_OURS.contains(status) && reason != null;
        return new Problem(status, status.getReasonPhrase(), isOurs ? reason : WebFaults.describe(web, status));
    }

    private static Problem problemOf(Throwable failure) {
        if (failure instanceof Problem problem) {
            return problem;
        }
        if (failure instanceof WebExchangeBindException unreadable && unreadable.getFieldError() != null) {
            String field = unreadable.getFieldError().getField();
            return Problem.invalid(field, field + " must be a number");
        }
        if (failure instanceof ResponseStatusException web) {
            return problemOf(web);
        }
        if (failure instanceof ErrorResponse refusal) {
            HttpStatus status = HttpStatus.valueOf(refusal.getStatusCode().value());
            String detail = refusal.getBody().getDetail();
            return new Problem(status, status.getReasonPhrase(), detail == null ? status.getReasonPhrase() : detail);
        }
        if (failure instanceof DataAccessException || failure instanceof TransactionException) {
            return DatabaseBusyException.isIn(failure) ? Problem.databaseBusy() : Problem.withoutDatabase();
        }
        log.error("A request of the admin API failed", failure);
        return new Problem(
                HttpStatus.INTERNAL_SERVER_ERROR, "Internal error", "The server failed to handle the request.");
    }
}
