package io.tokenrouter.train.labels;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Labelled prompts in a file that only grows, so that labelling can be stopped at any moment: what a stop cut off is found by its
 * length or its checksum, left out, and overwritten.
 *
 * <p>The file is a line of text that says what it belongs to, then records: length of the payload, CRC-32 of the payload, payload
 * ({@link LabelCodec}). One prompt a record, in the order of the prompts. For one thread.
 */
public final class LabelFile implements AutoCloseable {

    private static final int RECORD_HEAD = 2 * Integer.BYTES;
    private static final int MOST_BYTES = 1 << 30;

    private final FileChannel channel;
    private final LabelCodec codec;
    private final long dataStart;
    private int count;

    private LabelFile(FileChannel channel, LabelCodec codec, long dataStart) {
        this.channel = channel;
        this.codec = codec;
        this.dataStart = dataStart;
    }

    /**
     * Opens the file, or begins it.
     *
     * @param origin what the labels are of: both models, the prompts, what is kept; without line breaks
     * @param inputs numbers of a position
     * @throws IOException if it cannot be read or written, or has labels of another origin
     */
    public static LabelFile open(Path path, String origin, int inputs) throws IOException {
        FileChannel channel =
                FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            byte[] line = ("TokenRouter labels 1: " + origin + "\n").getBytes(StandardCharsets.UTF_8);
            ByteBuffer there = read(channel, 0, line.length);
            if (there.remaining() < line.length) {
                if (!there.equals(ByteBuffer.wrap(line, 0, there.remaining()))) {
                    throw ofAnother(path);
                }
                write(channel, 0, ByteBuffer.wrap(line));
            } else if (!there.equals(ByteBuffer.wrap(line))) {
                throw ofAnother(path);
            }
            LabelFile file = new LabelFile(channel, new LabelCodec(inputs), line.length);
            file.cutOffTail();
            return file;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private static IOException ofAnother(Path path) {
        return new IOException(path + " has labels of other models, prompts or settings; name another work folder with"
                + " --work, or remove the file");
    }

    /** Prompts that are labelled. */
    public int count() {
        return count;
    }

    /** All of them, in their order. */
    public List<LabelledPrompt> read() throws IOException {
        List<LabelledPrompt> all = new ArrayList<>();
        long at = dataStart;
        while (all.size() < count) {
            ByteBuffer payload = payload(at);
            if (payload == null) {
                throw new IOException("the file of labels was changed while it was read");
            }
            at += RECORD_HEAD + payload.remaining();
            all.add(codec.decode(payload));
        }
        return all;
    }

    /** Adds the next prompt. */
    void append(LabelledPrompt prompt) throws IOException {
        byte[] payload = codec.encode(prompt);
        ByteBuffer record = ByteBuffer.allocate(RECORD_HEAD + payload.length);
        record.putInt(payload.length).putInt(checksum(payload)).put(payload).flip();
        write(channel, channel.size(), record);
        count++;
    }

    private void cutOffTail() throws IOException {
        long at = dataStart;
        for (ByteBuffer payload = payload(at); payload != null; payload = payload(at)) {
            at += RECORD_HEAD + payload.remaining();
            count++;
        }
        channel.truncate(at);
    }

    /** Null where no whole record follows. */
    private @Nullable ByteBuffer payload(long at) throws IOException {
        ByteBuffer head = read(channel, at, RECORD_HEAD);
        if (head.remaining() < RECORD_HEAD) {
            return null;
        }
        int length = head.getInt();
        int checksum = head.getInt();
        if (length < 0 || length > Math.min(MOST_BYTES, channel.size() - at - RECORD_HEAD)) {
            return null;
        }
        ByteBuffer payload = read(channel, at + RECORD_HEAD, length);
        return payload.remaining() == length && checksum(payload.array()) == checksum ? payload : null;
    }

    private static int checksum(byte[] payload) {
        CRC32 crc = new CRC32();
        crc.update(payload);
        return (int) crc.getValue();
    }

    private static ByteBuffer read(FileChannel channel, long at, int bytes) throws IOException {
        ByteBuffer into = ByteBuffer.allocate(bytes);
        while (into.hasRemaining() && channel.read(into, at + into.position()) >= 0) {}
        return into.flip();
    }

    private static void write(FileChannel channel, long at, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            at += channel.write(bytes, at);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
