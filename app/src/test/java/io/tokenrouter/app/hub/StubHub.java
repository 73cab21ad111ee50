package io.tokenrouter.app.hub;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import tools.jackson.databind.json.JsonMapper;

/** A hub's protocol of files for one repository, which misbehaves as it is told. Large files come from another host. */
public final class StubHub implements AutoCloseable {

    public static final HubId ID = new HubId("acme", "tiny");
    static final String COMMIT = "0123456789abcdef0123456789abcdef01234567";

    /** What a request brought. */
    record Seen(String path, String authorization, String range) {}

    /** Answers one request for a content in place of the hub. */
    @FunctionalInterface
    interface Fault {
        void answer(HttpExchange exchange, byte[] content) throws IOException;
    }

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer hub = server();
    private final HttpServer store = server();
    private final Map<String, byte[]> files = new LinkedHashMap<>();
    private final Map<String, Queue<Fault>> faults = new ConcurrentHashMap<>();
    private final List<Seen> atHub = new CopyOnWriteArrayList<>();
    private final List<Seen> atStore = new CopyOnWriteArrayList<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Queue<Fault> listingFaults = new ConcurrentLinkedQueue<>();
    private final List<Map<String, Object>> extraEntries = new ArrayList<>();
    private volatile String commit = COMMIT;
    private volatile boolean checksums = true;
    private volatile int refusal;

    public StubHub() {
        hub.createContext("/", exchange -> atHub(exchange));
        store.createContext("/", exchange -> {
            note(atStore, exchange);
            content(exchange, exchange.getRequestURI().getPath().substring(1));
        });
        hub.start();
        store.start();
    }

    private HttpServer server() {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.setExecutor(threads);
            return server;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    public StubHub with(String path, byte[] content) {
        files.put(path, content);
        return this;
    }

    public StubHub with(String path, String content) {
        return with(path, content.getBytes(StandardCharsets.UTF_8));
    }

    /** Lists names and sizes only. */
    StubHub withoutChecksums() {
        checksums = false;
        return this;
    }

    /** Another commit, which has none of the files so far. */
    StubHub commit(String id) {
        commit = id;
        files.clear();
        return this;
    }

    /** The next request for this file's content is answered so. */
    StubHub fault(String path, Fault fault) {
        faults.computeIfAbsent(path, name -> new ConcurrentLinkedQueue<>()).add(fault);
        return this;
    }

    /** The next answer about the repository, not a content, is sent so. */
    StubHub listingFault(Fault fault) {
        listingFaults.add(fault);
        return this;
    }

    /** From now on every request is answered as it should be. */
    void behave() {
        faults.clear();
    }

    /** An entry of the listing that no honest hub has. */
    StubHub listing(Map<String, Object> entry) {
        extraEntries.add(entry);
        return this;
    }

    /** Every request gets this status. */
    void refuseAll(int status) {
        refusal = status;
    }

    public URI uri() {
        return uri(hub);
    }

    private static URI uri(HttpServer server) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** Whether anybody asked it anything. */
    public boolean wasAsked() {
        return !atHub.isEmpty();
    }

    List<Seen> atHub() {
        return atHub;
    }

    List<Seen> atStore() {
        return atStore;
    }

    /** A connection that ends in the middle. */
    static Fault breaksAfter(int bytes) {
        return (exchange, content) -> {
            exchange.sendResponseHeaders(200, content.length);
            exchange.getResponseBody().write(content, 0, bytes);
            exchange.getResponseBody().flush();
            // Ends the connection with bytes outstanding.
            throw new IOException("dropped");
        };
    }

    /**
     * Sends a part and then nothing until the hub is closed.
     *
     * @param onStall runs when the part is sent
     */
    Fault stallsAfter(int bytes, Runnable onStall) {
        return (exchange, content) -> {
            exchange.sendResponseHeaders(200, content.length);
            exchange.getResponseBody().write(content, 0, bytes);
            exchange.getResponseBody().flush();
            onStall.run();
            try {
                closing.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
    }

    static Fault status(int status, Map<String, String> headers) {
        return (exchange, content) -> {
            headers.forEach(exchange.getResponseHeaders()::set);
            exchange.sendResponseHeaders(status, -1);
        };
    }

    static Fault sends(byte[] other) {
        return (exchange, content) -> whole(exchange, other);
    }

    private void atHub(HttpExchange exchange) throws IOException {
        note(atHub, exchange);
        String path = exchange.getRequestURI().getPath();
        if (refusal != 0) {
            exchange.sendResponseHeaders(refusal, -1);
            exchange.close();
        } else if (path.equals("/api/models/" + ID + "/revision/main")) {
            json(exchange, Map.of("sha", commit, "siblings", List.of()));
        } else if (path.equals("/api/models/" + ID + "/tree/" + commit)) {
            tree(exchange);
        } else if (path.startsWith("/" + ID + "/resolve/" + commit + "/")) {
            resolve(exchange, path.substring(("/" + ID + "/resolve/" + commit + "/").length()));
        } else {
            exchange.sendResponseHeaders(404, -1);
            exchange.close();
        }
    }

    private static void note(List<Seen> seen, HttpExchange exchange) {
        seen.add(new Seen(
                exchange.getRequestURI().getPath(),
                String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")),
                String.valueOf(exchange.getRequestHeaders().getFirst("Range"))));
    }

    /** In pages of two. */
    private void tree(HttpExchange exchange) throws IOException {
        List<Map<String, Object>> entries = new ArrayList<>();
        files.forEach((path, content) ->
                entries.add(checksums ? ListedFile.entry(path, content) : ListedFile.bare(path, content)));
        entries.addAll(extraEntries);
        String query = String.valueOf(exchange.getRequestURI().getQuery());
        int from = query.contains("cursor=") ? Integer.parseInt(query.substring(query.indexOf("cursor=") + 7)) : 0;
        int to = Math.min(from + 2, entries.size());
        if (to < entries.size()) {
            exchange.getResponseHeaders()
                    .set(
                            "Link",
                            "<" + uri() + exchange.getRequestURI().getPath() + "?recursive=true&cursor=" + to
                                    + ">; rel=\"next\"");
        }
        json(exchange, entries.subList(from, to));
    }

    private void resolve(HttpExchange exchange, String path) throws IOException {
        byte[] content = files.get(path);
        if (content != null && content.length >= ListedFile.LARGE) {
            exchange.getResponseHeaders().set("Location", uri(store) + "/" + path);
            exchange.sendResponseHeaders(302, -1);
            exchange.close();
        } else {
            content(exchange, path);
        }
    }

    private void content(HttpExchange exchange, String path) throws IOException {
        byte[] content = files.get(path);
        Fault fault = faults.getOrDefault(path, new ConcurrentLinkedQueue<>()).poll();
        try (exchange) {
            if (content == null) {
                exchange.sendResponseHeaders(404, -1);
            } else if (fault != null) {
                fault.answer(exchange, content);
            } else {
                whole(exchange, content);
            }
        }
    }

    /** All of it, or what a range asks for. */
    private static void whole(HttpExchange exchange, byte[] content) throws IOException {
        String range = exchange.getRequestHeaders().getFirst("Range");
        int from = range == null ? 0 : Integer.parseInt(range.replaceAll("[^0-9]", ""));
        if (range != null) {
            exchange.getResponseHeaders()
                    .set("Content-Range", "bytes " + from + "-" + (content.length - 1) + "/" + content.length);
        }
        exchange.sendResponseHeaders(range == null ? 200 : 206, content.length == 0 ? -1 : content.length - from);
        try (OutputStream body = exchange.getResponseBody()) {
            body.write(content, from, content.length - from);
        }
    }

    private void json(HttpExchange exchange, Object answer) throws IOException {
        byte[] bytes = JsonMapper.shared().writeValueAsBytes(answer);
        Fault fault = listingFaults.poll();
        try (exchange) {
            (fault == null ? sends(bytes) : fault).answer(exchange, bytes);
        }
    }

    @Override
    public void close() {
        closing.countDown();
        hub.stop(0);
        store.stop(0);
        threads.shutdownNow();
    }
}
