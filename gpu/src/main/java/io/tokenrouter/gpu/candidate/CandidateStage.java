package io.tokenrouter.gpu.candidate;

import io.tokenrouter.engine.executor.CandidateRequest;
import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.heads.Head;
import io.tokenrouter.engine.sampling.LogitRow;
import io.tokenrouter.gpu.driver.CudaContext;
import io.tokenrouter.gpu.driver.CudaStream;
import io.tokenrouter.gpu.driver.DeviceMemory;
import io.tokenrouter.gpu.kernels.Kernels;
import io.tokenrouter.gpu.memory.Taken;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * From rows of logits on a device to candidates, pass by pass: {@link #prepare}, then, as work of one step, {@link #enqueueUpload},
 * {@link #enqueue} and {@link #enqueueDownload}, and after the step {@link #read}. What {@code enqueue} gives to the stream depends on
 * the number of rows alone and can be captured; what only some requests ask for is given by {@code enqueueDownload}.
 *
 * <p>The ids are those that the engine's own classes draw of the same logits, but for draws that fall within rounding of a border between
 * two ids. For one thread at a time, but for {@link #draw}; the three methods that give work to the stream are for the thread that owns
 * the context.
 */
public final class CandidateStage implements AutoCloseable {

    private static final String NAME = "candidates";

    private final CudaContext context;
    private final CudaStream stream;
    private final RowBuffers rows;
    private final int drawable;
    private final Taken taken;
    private final RowKernels kernels;
    private final RowWishes wishes;
    private final RowRecords records;
    private final Staged wished;
    private final Staged found;
    private final AdjustedRows adjusted;
    private final Staged changes;
    private final RowSources sources;
    private final HostRows hostRows;
    private final DeviceCandidates onDevice;
    private final HeadShelf shelf;
    private final HeadRuns runs;

    // of the pass that was prepared last
    private RowTask[] tasks = {};
    private HeadNumbers numbers;
    private int[] throughHost = {};
    private long foundBytes;
    private int sourceRows;
    private int hostCount;

    /**
     * @param rows where logits and hidden states lie
     * @param drawable ids that may be drawn: so many logits of a row are finite
     * @param embedding for heads
     * @throws io.tokenrouter.gpu.driver.DeviceMemoryException if there is no room for what is kept of rows
     */
    public CandidateStage(
            CudaContext context,
            CudaStream stream,
            Kernels kernels,
            RowBuffers rows,
            int drawable,
            EmbeddingRows embedding) {
        this.context = context;
        this.stream = stream;
        this.rows = rows;
        this.drawable = drawable;
        wishes = new RowWishes(rows.maxRows(), rows.vocabularySize());
        records = new RowRecords(rows.maxRows());
        adjusted = new AdjustedRows(rows.vocabularySize());
        taken = new Taken(context);
        try {
            this.kernels = taken.own(new RowKernels(context, kernels, rows));
            wished = taken.own(new Staged(context, NAME, wishes.bytes()));
            found = taken.own(new Staged(context, NAME, records.bytes()));
            changes = taken.own(new Staged(context, NAME, 0));
            sources = taken.own(new RowSources(context, rows.maxRows()));
            hostRows = taken.own(new HostRows(context, rows));
            onDevice = new DeviceCandidates(records, found, sources, hostRows);
            HeadKernels headKernels = new HeadKernels(kernels, rows, this.kernels, found.device());
            shelf = taken.own(new HeadShelf(context, stream, headKernels, embedding, rows.hiddenSize()));
            runs = taken.own(new HeadRuns(context, shelf, rows.hiddenSize()));
            numbers = new HeadNumbers(runs, 0);
        } catch (RuntimeException | Error e) {
            taken.closeAfter(e);
            throw e;
        }
    }

    /**
     * Bytes of device memory that a stage takes when it is made. What heads need, and what is told of masks and penalties, comes on top.
     *
     * @param maxRows most rows of a pass
     * @param stride floats from one row of logits to the next
     */
    public static long bytes(int maxRows, int vocabularySize, int stride) {
        return RowKernels.bytes(maxRows, vocabularySize, stride)
                + new RowWishes(maxRows, vocabularySize).bytes()
                + new RowRecords(maxRows).bytes()
                + RowSources.bytes(maxRows);
    }

    /** @throws IllegalArgumentException saying why rows cannot ask for the head */
    public void requireRunnable(Head head) {
        head.requireFits(rows.hiddenSize(), drawable);
    }

    /**
     * Says what is wanted of the rows of the next pass, in their order. Not while a step runs.
     *
     * @param requests at most {@link RowBuffers#maxRows()}; one with drafts once for each of its rows
     * @param drafts which of its request's drafts each row judges; their number for the row behind them
     * @throws IllegalStateException saying what to change if the device has no room for what the requests ask for; passes that ask for
     *     less can follow
     */
    public void prepare(List<CandidateRequest> requests, int[] drafts) {
        if (requests.size() > rows.maxRows()) {
            throw new IllegalArgumentException(requests.size() + " rows in a pass of " + rows.maxRows());
        }
        tasks = new RowTask[requests.size()];
        numbers = new HeadNumbers(runs, tasks.length);
        runs.clear();
        adjusted.clear();
        wishes.clear(wished.host());
        int last = 0;
        sourceRows = 0;
        for (int row = 0; row < tasks.length; row++) {
            CandidateRequest request = requests.get(row);
            RowTask task = RowTask.of(request, drafts[row]);
            tasks[row] = task;
            boolean needsRow = task.needsRow(rows.vocabularySize());
            wishes.write(wished.host(), row, task, needsRow);
            if (!needsRow && task.isAdjusted()) {
                adjusted.add(row, task);
            }
            if (!needsRow && (request.topK() > 0 || request.scored() != null)) {
                last = row + 1;
            }
            request.heads().forEach(this::requireRunnable);
            boolean needsSource = task.needsSource(rows.vocabularySize());
            sourceRows = needsSource ? row + 1 : sourceRows;
            numbers.ask(row, task, needsRow || needsSource && task.judgesBySource());
        }
        foundBytes = records.bytesBefore(last);
        throughHost = IntStream.range(0, tasks.length)
                .filter(row -> tasks[row].needsRow(rows.vocabularySize()))
                .toArray();
        hostRows.reserve(throughHost.length);
        changes.reserve(adjusted.bytes());
        adjusted.write(changes.host().asIntBuffer());
        runs.seal();
    }

    /** Copies to the device what {@link #prepare} wrote. */
    public void enqueueUpload() {
        stream.upload(wished.pinned(), wished.device(), wishes.usedBytes());
        if (adjusted.count() > 0) {
            stream.upload(changes.pinned(), changes.device(), adjusted.bytes());
        }
    }

    /**
     * Signals and tokens of the first rows. Can be captured.
     *
     * @param bucket so many; those behind the prepared ones are left alone
     */
    public void enqueue(int bucket) {
        kernels.raw(stream, bucket, wished.device(), scored(), found.device(), lists(), sources.device());
    }

    /** What only some rows ask for: adjusted rows, heads, rows as a whole; then the copies to the host. */
    public void enqueueDownload() {
        if (adjusted.count() > 0) {
            kernels.adjusted(
                    stream,
                    adjusted,
                    changes.device(),
                    wished.device(),
                    scored(),
                    found.device(),
                    lists(),
                    sources.device());
        }
        runs.enqueue(stream);
        hostRows.enqueue(stream, throughHost);
        sources.download(stream, sourceRows);
        stream.download(found.device(), found.pinned(), foundBytes);
    }

    /**
     * The candidates of the pass whose step is done.
     *
     * @return one for each prepared row; null where its draft stands
     * @throws io.tokenrouter.engine.sampling.InvalidLogitsException if no token can be drawn from one of the rows
     * @throws IllegalStateException saying what to change if the device has no room for what heads need
     */
    public @Nullable TokenCandidate[] read() {
        @Nullable TokenCandidate[] made = new TokenCandidate[tasks.length];
        numbers.readVerdicts();
        for (int row = 0; row < tasks.length; row++) {
            if (hasToken(row) && !tasks[row].judgesBySource()) {
                made[row] = onDevice.drawn(row, tasks[row]);
                made[row] = made[row] == null ? null : numbers.drawn(row, made[row]);
            }
        }
        int[] bySource = IntStream.range(0, tasks.length)
                .filter(row -> hasToken(row) && tasks[row].judgesBySource())
                .toArray();
        Arrays.stream(bySource).parallel().forEach(row -> made[row] = onDevice.judged(row, tasks[row]));
        int[] undecided = IntStream.range(0, tasks.length)
                .filter(row -> !isThroughHost(row) && !hasToken(row))
                .toArray();
        hostRows.make(throughHost, tasks, made);
        if (undecided.length > 0) {
            hostRows.reserve(undecided.length);
            context.step(stream, () -> hostRows.enqueue(stream, undecided));
            hostRows.make(undecided, tasks, made);
        }
        hostCount = throughHost.length + undecided.length;
        runHeads(made, bySource, throughHost, undecided);
        for (int row = 0; row < tasks.length; row++) {
            if (made[row] != null && records.isDraftPossible(found.host(), row)) {
                made[row] = numbers.judged(row, tasks[row], made[row]);
            }
        }
        return made;
    }

    /** Rows of the last pass that came to the host as a whole. */
    int hostCount() {
        return hostCount;
    }

    /**
     * Draws the token of rows that are all there, to the bit as a pass would that computes {@code own}. From any thread, also while a
     * step runs.
     */
    public TokenCandidate draw(LogitRow own, CandidateRequest wanted) {
        return hostRows.draw(own, wanted);
    }

    /** Of tokens that only the host knows. */
    private void runHeads(@Nullable TokenCandidate[] made, int[]... rows) {
        int[] which = Arrays.stream(rows)
                .flatMapToInt(Arrays::stream)
                .filter(row -> made[row] != null)
                .toArray();
        if (which.length == 0) {
            return;
        }
        runs.clear();
        for (int row : which) {
            numbers.askAgain(row, tasks[row], made[row].token());
        }
        if (!runs.isEmpty()) {
            runs.seal();
            context.step(stream, () -> runs.enqueue(stream));
        }
        for (int row : which) {
            made[row] = numbers.drawn(row, made[row]);
        }
    }

    private boolean hasToken(int row) {
        return !isThroughHost(row) && records.hasToken(found.host(), row);
    }

    private boolean isThroughHost(int row) {
        return Arrays.binarySearch(throughHost, row) >= 0;
    }

    private DeviceMemory scored() {
        return wished.device(wishes.scoredAt());
    }

    private DeviceMemory lists() {
        return found.device(records.listsAt());
    }

    @Override
    public void close() {
        taken.close();
    }
}
