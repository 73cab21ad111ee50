package io.tokenrouter.app.tracing;

import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;

/** Takes traces over OTLP/HTTP as a collector does, and keeps them. */
final class Collector implements AutoCloseable {

    private final HttpServer server;
    private final List<Span> spans = new CopyOnWriteArrayList<>();
    private final List<String> bodies = new CopyOnWriteArrayList<>();
    private final List<String> services = new CopyOnWriteArrayList<>();

    Collector() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/traces", exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            if ("gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"))) {
                body = new GZIPInputStream(new ByteArrayInputStream(body)).readAllBytes();
            }
            take(body);
            exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
    }

    private void take(byte[] body) throws IOException {
        bodies.add(new String(body, StandardCharsets.ISO_8859_1));
        ExportTraceServiceRequest request = ExportTraceServiceRequest.parseFrom(body);
        request.getResourceSpansList().forEach(resource -> {
            resource.getResource().getAttributesList().stream()
                    .filter(attribute -> attribute.getKey().equals("service.name"))
                    .forEach(name -> services.add(name.getValue().getStringValue()));
            resource.getScopeSpansList().forEach(scope -> spans.addAll(scope.getSpansList()));
        });
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** Everything that came, byte by byte. */
    List<String> bodies() {
        return bodies;
    }

    List<String> services() {
        return services;
    }

    /** The spans of one answer: its whole, and what lies below. Waits until they are there. */
    List<Span> trace(String responseId) throws InterruptedException {
        while (true) {
            for (Span span : spans) {
                if (attribute(span, "gen_ai.response.id").equals(responseId)) {
                    return spans.stream()
                            .filter(other -> other.equals(span)
                                    || other.getParentSpanId().equals(span.getSpanId()))
                            .toList();
                }
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    static String attribute(Span span, String name) {
        return span.getAttributesList().stream()
                .filter(attribute -> attribute.getKey().equals(name))
                .map(attribute -> attribute.getValue().getStringValue())
                .findFirst()
                .orElse("");
    }

    static long number(Span span, String name) {
        return span.getAttributesList().stream()
                .filter(attribute -> attribute.getKey().equals(name))
                .mapToLong(attribute -> attribute.getValue().getIntValue())
                .findFirst()
                .orElseThrow(() -> new AssertionError(span.getName() + " has no " + name));
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
