package io.tokenrouter.app.v1;

import io.netty.channel.ChannelException;
import java.io.IOException;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.netty.channel.AbortedException;

/** Reads a request's body as bytes, up to a bound. */
@Component
class JsonBody {

    private final int maxBytes;

    JsonBody(ApiProperties properties) {
        this.maxBytes = Math.toIntExact(properties.maxBody().toBytes());
    }

    /**
     * Fails with 413 for a longer body, before reading one whose length is declared, with 408 if the rest does not
     * come, and with {@link AbortedException} if its sender has gone.
     */
    Mono<byte[]> read(ServerHttpRequest request) {
        if (request.getHeaders().getContentLength() > maxBytes) {
            return Mono.error(tooLarge());
        }
        return DataBufferUtils.join(request.getBody(), maxBytes)
                .map(JsonBody::bytes)
                .defaultIfEmpty(new byte[0])
                .onErrorMap(DataBufferLimitException.class, longer -> tooLarge())
                .onErrorMap(ChannelException.class, silent -> tooSlow())
                .onErrorMap(IOException.class, AbortedException::new);
    }

    private ApiException tooLarge() {
        return ApiException.refused(
                HttpStatus.CONTENT_TOO_LARGE,
                null,
                null,
                "The request body is larger than the " + maxBytes + " bytes that this server accepts.");
    }

    private static ApiException tooSlow() {
        return ApiException.refused(
                HttpStatus.REQUEST_TIMEOUT, null, null, "The rest of the request body did not arrive in time.");
    }

    private static byte[] bytes(DataBuffer buffer) {
        try {
            byte[] bytes = new byte[buffer.readableByteCount()];
            buffer.read(bytes);
            return bytes;
        } finally {
            DataBufferUtils.release(buffer);
        }
    }
}
