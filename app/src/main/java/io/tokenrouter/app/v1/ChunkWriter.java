package io.tokenrouter.app.v1;

import io.tokenrouter.app.tools.CallPiece;
import io.tokenrouter.engine.api.TokenEvent;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.io.JsonStringEncoder;

/**
 * Writes the chunks of one streamed answer as server-sent events. What every chunk of an answer has in common is encoded
 * once; a chunk with nothing but text costs no JSON tree.
 */
final class ChunkWriter {

    private static final byte[] PING = bytes(": ping\n\n");
    private static final byte[] DONE = bytes("data: [DONE]\n\n");
    private static final byte[] DATA = bytes("data: ");
    private static final byte[] END_OF_EVENT = bytes("\n\n");
    private static final byte[] UNFINISHED = bytes(",\"finish_reason\":null}]}\n\n");

    private final AnswerFormat format;
    private final ApiJson json;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream(512);
    private final byte[] head;
    private final byte[] beforeText;
    private final byte[] afterText;

    ChunkWriter(AnswerFormat format, ApiJson json, Job job) {
        this.format = format;
        this.json = json;
        this.head = bytes("data: {\"id\":" + quoted(job.id()) + ",\"object\":\"" + format.chunkObject()
                + "\",\"created\":" + job.created() + ",\"model\":"
                + quoted(job.served().id()) + ",\"choices\":[");
        this.beforeText = bytes("," + format.beforeText());
        this.afterText = bytes(format.afterText());
    }

    /** What was written since the last call. */
    byte[] take() {
        byte[] written = out.toByteArray();
        out.reset();
        return written;
    }

    void ping() {
        out.writeBytes(PING);
    }

    /** The chunk that opens a choice, where the format has one or there is something to tell. */
    void opening(int choice, int @Nullable [] promptIds) {
        if (format.opening().isEmpty() && promptIds == null) {
            return;
        }
        beginChoice(choice);
        out.writeBytes(bytes("," + (format.opening().isEmpty() ? format.noText() : format.opening())));
        field("prompt_token_ids", promptIds);
        field("logprobs", null, true);
        out.writeBytes(UNFINISHED);
    }

    /** A chunk with text. */
    void text(int choice, String text, Extras extras) {
        beginChoice(choice);
        out.writeBytes(beforeText);
        quote(text);
        out.writeBytes(afterText);
        extras(extras);
        out.writeBytes(UNFINISHED);
    }

    /**
     * What is new of a call: who is called, in a chunk of its own, and more of the arguments. Nothing where there is neither, unless
     * there is something else to tell.
     */
    void call(int choice, CallPiece call, Extras extras) {
        if (call.name() != null) {
            beginCall(choice, call);
            out.writeBytes(bytes(",\"id\":"));
            quote(CallIds.next());
            out.writeBytes(bytes(",\"type\":\"function\",\"function\":{\"name\":"));
            quote(call.name());
            out.writeBytes(bytes(",\"arguments\":\"\"}}]}"));
            extras(extras);
            out.writeBytes(UNFINISHED);
        }
        Extras left = call.name() == null ? extras : Extras.NONE;
        if (!call.arguments().isEmpty() || !left.isEmpty()) {
            beginCall(choice, call);
            out.writeBytes(bytes(",\"function\":{\"arguments\":"));
            quote(call.arguments());
            out.writeBytes(bytes("}}]}"));
            extras(left);
            out.writeBytes(UNFINISHED);
        }
    }

    private void beginCall(int choice, CallPiece call) {
        beginChoice(choice);
        out.writeBytes(bytes(",\"delta\":{\"tool_calls\":[{\"index\":" + call.index()));
    }

    /** The last chunk of a choice. */
    void finish(int choice, TokenEvent.Finished end, String reason, Extras extras, @Nullable RoutingReport routing) {
        beginChoice(choice);
        out.writeBytes(bytes("," + format.noText()));
        extras(extras);
        out.writeBytes(bytes(",\"finish_reason\":\"" + reason + "\""));
        field("stop_reason", end.stopDetail(), true);
        out.writeBytes(bytes("}]"));
        field("routing", routing);
        out.writeBytes(bytes("}\n\n"));
    }

    void usage(Usage usage) {
        out.writeBytes(head);
        out.write(']');
        field("usage", usage);
        out.writeBytes(bytes("}\n\n"));
    }

    void done() {
        out.writeBytes(DONE);
    }

    /** The event that ends a stream that failed. */
    void error(ErrorEnvelope error) {
        out.writeBytes(DATA);
        out.writeBytes(json.write(error));
        out.writeBytes(END_OF_EVENT);
    }

    /**
     * What a chunk tells beside its text; null for what was not asked for.
     */
    record Extras(
            @Nullable Object logprobs,
            int @Nullable [] tokenIds,
            @Nullable List<TraceEntry> trace) {

        static final Extras NONE = new Extras(null, null, null);

        boolean isEmpty() {
            return logprobs == null && tokenIds == null && trace == null;
        }
    }

    private void beginChoice(int choice) {
        out.writeBytes(head);
        out.writeBytes(bytes("{\"index\":" + choice));
    }

    private void extras(Extras extras) {
        field("logprobs", extras.logprobs(), true);
        field("token_ids", extras.tokenIds());
        field("trace", extras.trace());
    }

    private void field(String name, @Nullable Object value) {
        field(name, value, false);
    }

    private void field(String name, @Nullable Object value, boolean evenIfNull) {
        if (value != null) {
            out.writeBytes(bytes(",\"" + name + "\":"));
            out.writeBytes(json.write(value));
        } else if (evenIfNull) {
            out.writeBytes(bytes(",\"" + name + "\":null"));
        }
    }

    private void quote(String text) {
        out.write('"');
        out.writeBytes(JsonStringEncoder.getInstance().quoteAsUTF8(text));
        out.write('"');
    }

    private String quoted(String text) {
        return new String(json.write(text), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
