package io.tokenrouter.app.v1;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A request as bytes, for clients that behave as no library does. */
record RawRequest(byte[] bytes) {

    private static final int PATIENCE_MILLIS = 600_000;
    private static final int TINY = 1_024;

    static RawRequest post(String path, String body) {
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        return new RawRequest(("POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        + "Content-Length: " + content.length + "\r\n\r\n" + body)
                .getBytes(StandardCharsets.UTF_8));
    }

    void sendOn(Socket socket) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(bytes);
        out.flush();
    }

    /** Sends it from a client that has hardly any room for an answer, and does not read one. */
    Socket sendWithoutReading(int port) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(TINY);
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.connect(new InetSocketAddress("127.0.0.1", port));
        sendOn(socket);
        return socket;
    }
}
