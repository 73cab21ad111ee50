package io.tokenrouter.app.v1;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Reads a request's body as bytes, up to a bound. */
@Component
class JsonBody {

    private final int maxBytes;

    JsonBody(ApiProperties properties) {
        this.maxBytes = Math.toIntExact(properties.maxBody().toBytes());
    }

    /** Fails with {@link DataBufferLimitException} for a longer body, before reading one whose length is declared. */
    Mono<byte[]> read(ServerHttpRequest request) {
        if (request.getHeaders().getContentLength() > maxBytes) {
            return Mono.error(new DataBufferLimitException("the declared length is above " + maxBytes));
        }
        return DataBufferUtils.join(request.getBody(), maxBytes)
                .map(JsonBody::bytes)
                .defaultIfEmpty(new byte[0]);
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
