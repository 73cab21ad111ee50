package io.tokenrouter.app.tools;

import io.tokenrouter.engine.api.Vocabulary;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** One id for each byte, one for each marker of a call, and the end. */
final class MarkedVocabulary implements Vocabulary {

    private static final int BYTES = 256;

    private final List<String> markers = Arrays.stream(CallFormat.values())
            .flatMap(format -> format.markers().stream())
            .distinct()
            .toList();

    @Override
    public int size() {
        return BYTES + markers.size() + 1;
    }

    @Override
    public byte[] bytes(int id) {
        if (id < BYTES) {
            return new byte[] {(byte) id};
        }
        return id == size() - 1 ? new byte[0] : piece(id).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String piece(int id) {
        return id < BYTES ? "<0x%02X>".formatted(id) : id == size() - 1 ? "<end>" : markers.get(id - BYTES);
    }

    @Override
    public boolean isControl(int id) {
        return id >= BYTES;
    }

    @Override
    public Set<Integer> endIds() {
        return Set.of(size() - 1);
    }
}
