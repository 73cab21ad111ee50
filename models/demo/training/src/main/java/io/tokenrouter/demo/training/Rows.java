package io.tokenrouter.demo.training;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Training rows of equal length, filled with whole documents and padded. */
final class Rows {

    private final int length;
    private final int count;
    private final int[] ids;
    private final int[] flags;

    Rows(int count, int length) {
        this.count = count;
        this.length = length;
        ids = new int[count * length];
        flags = new int[count * length];
        Arrays.fill(ids, DemoTokenizer.PAD);
    }

    int length() {
        return length;
    }

    int count() {
        return count;
    }

    /** Copies a document to a place of a row and returns the place behind it. */
    int put(int row, int at, Document document) {
        int to = row * length + at;
        System.arraycopy(document.ids(), 0, ids, to, document.length());
        System.arraycopy(document.flags(), 0, flags, to, document.length());
        return at + document.length();
    }

    /** Sets the padding behind a row's last document apart, like a document of its own. */
    void endAt(int row, int at) {
        if (at < length) {
            flags[row * length + at] |= Document.START;
        }
    }

    /** Writes the trainer's format: length and count as 32 bits, all ids as 16 bits, all flags as bytes, little-endian. */
    void write(Path file) throws IOException {
        ByteBuffer bytes =
                ByteBuffer.allocate(2 * Integer.BYTES + 3 * ids.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putInt(length).putInt(count);
        for (int id : ids) {
            bytes.putShort((short) id);
        }
        for (int flag : flags) {
            bytes.put((byte) flag);
        }
        Files.write(file, bytes.array());
    }
}
