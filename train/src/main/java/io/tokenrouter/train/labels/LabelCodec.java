package io.tokenrouter.train.labels;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Labelled prompts as bytes, most significant first: index, number of positions, then of each position its token, a byte of flags,
 * entropy and inputs.
 *
 * @param inputs numbers of a position
 */
record LabelCodec(int inputs) {

    private static final byte DIFFERS = 1;
    private static final byte NEEDED = 2;

    byte[] encode(LabelledPrompt prompt) {
        int bytes = 2 * Integer.BYTES + prompt.positions().size() * bytesOfPosition();
        ByteBuffer out = ByteBuffer.allocate(bytes);
        out.putInt(prompt.index()).putInt(prompt.positions().size());
        for (Position position : prompt.positions()) {
            if (position.inputs().length != inputs) {
                throw new IllegalArgumentException(
                        "a position has " + position.inputs().length + " inputs, not " + inputs);
            }
            out.putInt(position.token());
            out.put((byte) ((position.differs() ? DIFFERS : 0) | (position.needed() ? NEEDED : 0)));
            out.putFloat(position.entropy());
            out.asFloatBuffer().put(position.inputs());
            out.position(out.position() + inputs * Float.BYTES);
        }
        return out.array();
    }

    /** @throws IOException if they are no labelled prompt */
    LabelledPrompt decode(ByteBuffer bytes) throws IOException {
        try {
            int index = bytes.getInt();
            int count = bytes.getInt();
            if (count < 0 || (long) count * bytesOfPosition() != bytes.remaining()) {
                throw new IOException(
                        "a record of labels has " + bytes.remaining() + " bytes for " + count + " positions");
            }
            List<Position> positions = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                positions.add(position(bytes));
            }
            return new LabelledPrompt(index, positions);
        } catch (BufferUnderflowException e) {
            throw new IOException("a record of labels is cut off", e);
        }
    }

    private Position position(ByteBuffer bytes) {
        int token = bytes.getInt();
        byte flags = bytes.get();
        float entropy = bytes.getFloat();
        float[] numbers = new float[inputs];
        bytes.asFloatBuffer().get(numbers);
        bytes.position(bytes.position() + inputs * Float.BYTES);
        return new Position(token, (flags & DIFFERS) != 0, (flags & NEEDED) != 0, entropy, numbers);
    }

    private int bytesOfPosition() {
        return Integer.BYTES + 1 + Float.BYTES + inputs * Float.BYTES;
    }
}
