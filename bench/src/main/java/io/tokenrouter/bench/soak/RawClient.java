package io.tokenrouter.bench.soak;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** A client that behaves as no library does: it leaves in the middle, or has hardly any room for an answer. */
final class RawClient {

    private static final int TINY = 1_024;
    private static final int PATIENCE_MILLIS = 120_000;
    private static final int PIECE = 256;

    private RawClient() {}

    /**
     * Asks for a completion, reads at most so many bytes of the answer, and leaves.
     *
     * @param pauseMillis before each piece that is read
     */
    static void readSome(URI server, String key, String body, int bytes, int pauseMillis) throws IOException {
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        String head = "POST /v1/completions HTTP/1.1\r\nHost: " + server.getAuthority()
                + "\r\nContent-Type: application/json\r\nAuthorization: Bearer " + key + "\r\nContent-Length: "
                + content.length + "\r\n\r\n";
        try (Socket socket = new Socket()) {
            socket.setReceiveBufferSize(TINY);
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.connect(new InetSocketAddress(server.getHost(), server.getPort()));
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().write(content);
            read(socket.getInputStream(), bytes, pauseMillis);
        }
    }

    private static void read(InputStream in, int bytes, int pauseMillis) throws IOException {
        byte[] piece = new byte[PIECE];
        int left = bytes;
        while (left > 0) {
            pause(pauseMillis);
            int count = in.read(piece, 0, Math.min(left, PIECE));
            if (count < 0) {
                return;
            }
            left -= count;
        }
    }

    private static void pause(int millis) throws IOException {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
