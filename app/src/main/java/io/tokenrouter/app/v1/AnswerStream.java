package io.tokenrouter.app.v1;

import io.tokenrouter.app.tools.CallPiece;
import io.tokenrouter.engine.api.GenerationStats;
import io.tokenrouter.engine.api.TokenEvent;
import io.tokenrouter.engine.api.Vocabulary;
import io.tokenrouter.engine.text.Characters;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns batches of events into the bytes of a streamed answer. The opening chunks of all choices come first, each choice ends
 * with its finish chunk, then usage if asked for, then {@code [DONE]}; a failure ends the stream with an error event.
 */
final class AnswerStream {

    private final AnswerFormat format;
    private final Job job;
    private final Vocabulary vocabulary;
    private final ChunkWriter writer;
    private final ChoiceText[] texts;
    private final int[] offsets;
    private final boolean[] called;
    private final @Nullable GenerationStats[] stats;
    private boolean opened;
    private boolean over;
    private int open;

    AnswerStream(AnswerFormat format, ApiJson json, Job job) {
        this.format = format;
        this.job = job;
        this.vocabulary = job.served().tokenizer().vocabulary();
        this.writer = new ChunkWriter(format, json, job);
        this.open = job.choices().size();
        this.texts = new ChoiceText[open];
        this.offsets = new int[open];
        this.called = new boolean[open];
        this.stats = new GenerationStats[open];
        for (Job.Choice choice : job.choices()) {
            texts[choice.index()] = new ChoiceText(job, choice);
        }
    }

    /** The bytes for one batch. The first call opens the choices; an empty batch later is a sign of life. */
    byte[] encode(List<ChoiceEvent> batch) {
        try {
            if (!opened) {
                opened = true;
                openChoices();
            } else if (batch.isEmpty()) {
                writer.ping();
            }
            for (ChoiceEvent each : batch) {
                event(each.choice(), each.event());
            }
        } catch (RuntimeException failure) {
            over = true;
            writer.error(Errors.of(failure).envelope());
        }
        return writer.take();
    }

    /** Whether the last bytes were encoded: those of the end, or of a failure. */
    boolean isOver() {
        return over;
    }

    private void openChoices() {
        for (Job.Choice choice : job.choices()) {
            writer.opening(
                    choice.index(),
                    job.output().tokenIds() ? choice.generation().promptIds() : null);
        }
        for (Job.Choice choice : job.choices()) {
            if (!choice.echo().isEmpty()) {
                writer.text(choice.index(), choice.echo(), ChunkWriter.Extras.NONE);
            }
        }
    }

    private void event(int choice, TokenEvent event) {
        switch (event) {
            case TokenEvent.Token token -> release(choice, texts[choice].add(token));
            case TokenEvent.Finished finished -> finish(choice, finished);
            case TokenEvent.Failed failed -> throw failed.error();
        }
    }

    private void release(int choice, Released released) {
        if (released.isNothing()) {
            return;
        }
        ChunkWriter.Extras extras = extras(choice, released.tokens(), released.tokens());
        if (!released.text().isEmpty()) {
            writer.text(choice, released.text(), extras);
            offsets[choice] += Characters.count(released.text());
            extras = ChunkWriter.Extras.NONE;
        }
        for (CallPiece call : released.calls()) {
            called[choice] = true;
            writer.call(choice, call, extras);
            extras = ChunkWriter.Extras.NONE;
        }
    }

    private void finish(int choice, TokenEvent.Finished finished) {
        release(choice, texts[choice].end());
        stats[choice] = finished.stats();
        open--;
        writer.finish(
                choice,
                finished,
                FinishedChoice.finishReason(finished, called[choice]),
                extras(choice, texts[choice].takeRest(), List.of()),
                open == 0 ? RoutingReport.of(job, allStats()) : null);
        if (open == 0) {
            if (job.output().usage()) {
                writer.usage(Usage.of(job, allStats()));
            }
            writer.done();
            over = true;
        }
    }

    private ChunkWriter.Extras extras(int choice, List<TokenEvent.Token> tokens, List<TokenEvent.Token> visible) {
        Job.Output output = job.output();
        return new ChunkWriter.Extras(
                output.tellsLogprobs() && !visible.isEmpty()
                        ? format.logprobs(visible, vocabulary, offsets[choice])
                        : null,
                output.tokenIds() ? FinishedChoice.ids(tokens) : null,
                output.trace() ? TraceEntry.of(tokens, vocabulary) : null);
    }

    private List<GenerationStats> allStats() {
        List<GenerationStats> all = new ArrayList<>();
        for (GenerationStats each : stats) {
            if (each != null) {
                all.add(each);
            }
        }
        return all;
    }
}
