package io.tokenrouter.gpu.candidate;

import io.tokenrouter.engine.heads.Head;
import io.tokenrouter.gpu.driver.CudaContext;
import io.tokenrouter.gpu.driver.CudaStream;
import io.tokenrouter.gpu.memory.Taken;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Which heads run on which rows of a pass, each once for all of its rows, and what came out. */
final class HeadRuns implements AutoCloseable {

    /** The token that was drawn from the row. */
    static final int DRAWN = -1;

    private final HeadShelf shelf;
    private final int hiddenSize;
    private final Taken taken;
    private final Staged entries;
    private final Staged numbers;
    private final Map<Head, Run> runs = new IdentityHashMap<>();
    private final List<Run> order = new ArrayList<>();

    /** One entry of a head. */
    record Ticket(Run run, int entry) {}

    static final class Run {
        private final HeadPass pass;
        private final int width;
        private int[] rows = new int[4];
        private int[] tokens = new int[4];
        private int count;
        private long numbersAt;

        Run(HeadPass pass, int width) {
            this.pass = pass;
            this.width = width;
        }

        int add(int row, int token) {
            if (count == rows.length) {
                rows = Arrays.copyOf(rows, 2 * count);
                tokens = Arrays.copyOf(tokens, 2 * count);
            }
            rows[count] = row;
            tokens[count] = token;
            return count++;
        }
    }

    HeadRuns(CudaContext context, HeadShelf shelf, int hiddenSize) {
        this.shelf = shelf;
        this.hiddenSize = hiddenSize;
        taken = new Taken(context);
        try {
            entries = taken.own(new Staged(context, "rows of heads", 0));
            numbers = taken.own(new Staged(context, "numbers of heads", 0));
        } catch (RuntimeException | Error e) {
            taken.closeAfter(e);
            throw e;
        }
    }

    void clear() {
        runs.clear();
        order.clear();
    }

    /** @param token {@link #DRAWN}, or an id */
    Ticket add(Head head, int row, int token) {
        Run run = runs.get(head);
        if (run == null) {
            run = new Run(shelf.pass(head, runs.keySet()), head.numbers(hiddenSize));
            runs.put(head, run);
            order.add(run);
        }
        return new Ticket(run, run.add(row, token));
    }

    boolean isEmpty() {
        return order.isEmpty();
    }

    /** Makes room and writes what is copied to the device. */
    void seal() {
        long ints = 0;
        long floats = 0;
        for (Run run : order) {
            ints += 2L * run.count;
            run.numbersAt = floats;
            floats += (long) run.width * run.count;
        }
        entries.reserve(ints * Integer.BYTES);
        numbers.reserve(floats * Float.BYTES);
        ByteBuffer host = entries.host();
        int at = 0;
        for (Run run : order) {
            for (int i = 0; i < run.count; i++) {
                host.putInt(at + i * Integer.BYTES, run.rows[i]);
                host.putInt(at + (run.count + i) * Integer.BYTES, run.tokens[i]);
            }
            at += 2 * run.count * Integer.BYTES;
        }
    }

    /** Copies, runs, and copies back. On the thread that owns the context, after the rows' tokens. */
    void enqueue(CudaStream stream) {
        if (order.isEmpty()) {
            return;
        }
        long ints = order.stream().mapToLong(run -> 2L * run.count).sum();
        stream.upload(entries.pinned(), entries.device(), ints * Integer.BYTES);
        long at = 0;
        long end = 0;
        for (Run run : order) {
            for (int first = 0; first < run.count; first += HeadKernels.MOST_ENTRIES) {
                int count = Math.min(HeadKernels.MOST_ENTRIES, run.count - first);
                HeadEntries some = new HeadEntries(
                        entries.device((at + first) * Integer.BYTES),
                        entries.device((at + run.count + first) * Integer.BYTES),
                        count);
                long out = run.numbersAt + (long) first * run.width;
                run.pass.enqueue(stream, some, numbers.device(out * Float.BYTES));
            }
            at += 2L * run.count;
            end = run.numbersAt + (long) run.count * run.width;
        }
        stream.download(numbers.device(), numbers.pinned(), end * Float.BYTES);
    }

    /** The first number of an entry; after the step. */
    float number(Ticket ticket) {
        return numbers.host().getFloat(Math.toIntExact(at(ticket) * Float.BYTES));
    }

    /** All numbers of an entry, to {@code to[from ..]}. */
    void copy(Ticket ticket, float[] to, int from) {
        numbers.host().asFloatBuffer().get(Math.toIntExact(at(ticket)), to, from, ticket.run().width);
    }

    int width(Ticket ticket) {
        return ticket.run().width;
    }

    private static long at(Ticket ticket) {
        return ticket.run().numbersAt + (long) ticket.entry() * ticket.run().width;
    }

    @Override
    public void close() {
        taken.close();
    }
}
