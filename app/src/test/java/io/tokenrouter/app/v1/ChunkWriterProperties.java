package io.tokenrouter.app.v1;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.serving.Served;
import io.tokenrouter.app.serving.UnlimitedCaller;
import io.tokenrouter.engine.api.FinishReason;
import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.GenerationStats;
import io.tokenrouter.engine.api.KeptCaches;
import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.StopCriteria;
import io.tokenrouter.engine.api.TokenEvent;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.springframework.util.unit.DataSize;
import tools.jackson.databind.JsonNode;

/** Whatever is generated and however it is cut into batches, the frames are well-formed and say the same. */
class ChunkWriterProperties {

    private static final ApiJson JSON = new ApiJson(new ApiProperties(
            DataSize.ofMegabytes(1),
            DataSize.ofKilobytes(16),
            DataSize.ofMegabytes(1),
            1,
            1,
            1,
            1,
            Duration.ofSeconds(1),
            1));
    private static final LetterTokenizer TOKENIZER = new LetterTokenizer();
    private static final Served PAIR = Catalogs.duo().find("duo").orElseThrow();

    @Property(tries = 300)
    void textSurvivesFraming(
            @ForAll("texts") String text,
            @ForAll @Size(min = 1, max = 6) List<@IntRange(min = 1, max = 9) Integer> cuts) {
        Sse stream = Sse.parse(stream(TOKENIZER.encode(text), cuts));

        assertThat(stream.content(0)).isEqualTo(text);
        assertThat(stream.frames().getLast()).isEqualTo("data: [DONE]");
        assertThat(traced(stream))
                .isEqualTo(IntStream.of(TOKENIZER.encode(text)).boxed().toList());
    }

    @Property(tries = 300)
    void anyBytesBecomeValidJson(@ForAll @Size(max = 40) List<@IntRange(min = 0, max = 256) Integer> ids) {
        int[] generated = ids.stream().mapToInt(Integer::intValue).toArray();
        Sse stream = Sse.parse(stream(generated, List.of(3, 1)));

        assertThat(stream.content(0)).isEqualTo(TOKENIZER.decode(generated));
        assertThat(traced(stream)).isEqualTo(ids);
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.oneOf(
                        Arbitraries.integers().between(0, 0x7F),
                        Arbitraries.integers().between(0x80, 0xD7FF),
                        Arbitraries.integers().between(0xE000, 0xFFFF),
                        Arbitraries.integers().between(0x10000, 0x10FFFF))
                .list()
                .ofMaxSize(30)
                .map(points -> {
                    StringBuilder text = new StringBuilder();
                    points.forEach(text::appendCodePoint);
                    return text.toString();
                });
    }

    private static List<Integer> traced(Sse stream) {
        List<Integer> ids = new ArrayList<>();
        for (JsonNode choice : stream.choices(0)) {
            choice.path("trace")
                    .valueStream()
                    .forEach(entry -> ids.add(entry.path("id").intValue()));
        }
        return ids;
    }

    private static String stream(int[] ids, List<Integer> cuts) {
        AnswerStream answer = new AnswerStream(new ChatFormat(), JSON, job());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(answer.encode(List.of()));
        List<ChoiceEvent> batch = new ArrayList<>();
        int cut = 0;
        for (int i = 0; i < ids.length; i++) {
            batch.add(new ChoiceEvent(
                    0, new TokenEvent.Token(i, ids[i], "small", -1f, 0.5f, null, new int[0], new float[0])));
            if (batch.size() >= cuts.get(cut % cuts.size())) {
                out.writeBytes(answer.encode(batch));
                batch.clear();
                cut++;
            }
        }
        batch.add(new ChoiceEvent(0, new TokenEvent.Finished(FinishReason.LENGTH, null, stats(ids.length))));
        out.writeBytes(answer.encode(batch));
        return out.toString(StandardCharsets.UTF_8);
    }

    private static Job job() {
        GenerationRequest request = new GenerationRequest(
                "r", "duo", new int[] {1}, SamplingParams.GREEDY, StopCriteria.maxTokens(100), null, 0);
        return new Job(
                "chatcmpl-1",
                1L,
                UnlimitedCaller.ANONYMOUS,
                PAIR,
                List.of(new Job.Choice(0, 0, request, "")),
                new Job.Output(true, false, true, -1, false, 1, null),
                new AppliedRouting.OfPair("duo", "small", "large", "everyday", 3, 0.2, null, Set.of()),
                1L);
    }

    private static GenerationStats stats(int tokens) {
        return new GenerationStats(1, 0, Map.of("small", tokens), 0, Map.of(), 0, 0, KeptCaches.NONE, 1, 1, 1);
    }
}
