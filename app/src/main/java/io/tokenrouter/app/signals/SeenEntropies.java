package io.tokenrouter.app.signals;

import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** What was seen of a pair's small model, so that a threshold can be chosen by its effect. Answers from memory. */
@Component
public class SeenEntropies {

    /** Fewer positions say nothing. */
    private static final long LEAST_SEEN = 100;

    private final EntropyRecorder recorder;

    SeenEntropies(EntropyRecorder recorder) {
        this.recorder = recorder;
    }

    /**
     * A threshold on the small model's entropy and its effect.
     *
     * @param threshold nats
     * @param largeShare of the positions that the large model would write, 0 to 1
     */
    public record Point(double threshold, double largeShare) {}

    /**
     * Of one pair.
     *
     * @param positions that were seen lately
     * @param points by rising threshold
     */
    public record Seen(long positions, List<Point> points) {}

    /** Empty where too little was seen. */
    public Optional<Seen> of(String pairId) {
        return recorder.of(pairId)
                .filter(histogram -> histogram.seen() >= LEAST_SEEN)
                .map(histogram -> new Seen(
                        histogram.seen(),
                        histogram.points().stream()
                                .map(point -> new Point(point.threshold(), point.share()))
                                .toList()));
    }
}
