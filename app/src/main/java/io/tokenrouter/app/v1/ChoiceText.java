package io.tokenrouter.app.v1;

import io.tokenrouter.app.tools.CallPiece;
import io.tokenrouter.app.tools.CallReader;
import io.tokenrouter.engine.api.TokenEvent;
import io.tokenrouter.engine.tokenizer.IncrementalDetokenizer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One choice's tokens on their way to text and calls. Tokens that become final without anything of their own, such as an end token, go
 * with what comes next, or remain for the end. Not safe for use by several threads at once.
 */
final class ChoiceText {

    private final IncrementalDetokenizer detokenizer;
    private final @Nullable CallReader reader;
    private final int mostCalls;
    private final List<TokenEvent.Token> held = new ArrayList<>();
    private int complete;

    ChoiceText(Job job, Job.Choice choice) {
        ToolUse tools = job.output().tools();
        this.detokenizer = new IncrementalDetokenizer(
                job.served().tokenizer().vocabulary(),
                choice.generation().stop().strings(),
                choice.generation().stop().minTokens());
        this.reader = tools == null ? null : new CallReader(tools.format(), tools.tools());
        this.mostCalls = tools == null || tools.parallel() ? Integer.MAX_VALUE : 1;
    }

    /** What this token makes safe to send; no tokens without text or call. */
    Released add(TokenEvent.Token token) {
        held.add(token);
        IncrementalDetokenizer.Chunk chunk = detokenizer.accept(token.id());
        complete += chunk.tokens();
        return reader == null ? released(chunk.text(), List.of()) : released(reader.add(chunk.text()));
    }

    /** What was held back and does count. */
    Released end() {
        IncrementalDetokenizer.Chunk chunk = detokenizer.finish();
        complete += chunk.tokens();
        if (reader == null) {
            return released(chunk.text(), List.of());
        }
        CallReader.Found last = reader.add(chunk.text());
        CallReader.Found end = reader.end();
        List<CallPiece> found = new ArrayList<>(last.calls());
        found.addAll(end.calls());
        return released(new CallReader.Found(last.text() + end.text(), found));
    }

    /** Tokens that went with nothing. */
    List<TokenEvent.Token> takeRest() {
        return take(held.size());
    }

    private Released released(CallReader.Found found) {
        return released(
                found.text(),
                found.calls().stream()
                        .filter(piece -> piece.index() < mostCalls)
                        .toList());
    }

    private Released released(String text, List<CallPiece> found) {
        return text.isEmpty() && found.isEmpty() ? Released.NOTHING : new Released(text, found, take(complete));
    }

    private List<TokenEvent.Token> take(int count) {
        List<TokenEvent.Token> first = held.subList(0, count);
        List<TokenEvent.Token> taken = List.copyOf(first);
        first.clear();
        complete = 0;
        return taken;
    }
}
