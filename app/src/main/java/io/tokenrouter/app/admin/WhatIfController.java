package io.tokenrouter.app.admin;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.tokenrouter.app.batching.PairForecasts;
import io.tokenrouter.app.forecast.Forecast;
import io.tokenrouter.app.forecast.PairQuestion;
import io.tokenrouter.app.forecast.QuestionText;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** What a pair would do under a load that it does not have. Looking changes nothing. */
@RestController
class WhatIfController {

    private final PairForecasts pairs;
    private final ForecastQueue queue;
    private final AdminJson json;

    WhatIfController(PairForecasts pairs, ForecastQueue queue, AdminJson json) {
        this.pairs = pairs;
        this.queue = queue;
        this.json = json;
    }

    @GetMapping("/api/admin/batching/whatif")
    Mono<ResponseEntity<byte[]>> whatIf(
            @ModelAttribute WhatIfParameters parameters, @RequestParam MultiValueMap<String, String> given) {
        ParameterNames.check(given.keySet(), WhatIfParameters.NAMES);
        List<Integer> requests = parameters.numbers();
        PairQuestion question = question(parameters);
        return queue.answer(question, requests)
                .map(forecasts -> json.ok().body(json.write(new Answer(question.largeShare(), Row.of(forecasts)))));
    }

    private PairQuestion question(WhatIfParameters parameters) {
        QuestionText given = parameters.given();
        if (given != null) {
            return parameters.checked(() -> given.check(name -> name.replace('-', '_')));
        }
        String pair = parameters.pair() == null ? pairs.first() : parameters.pair();
        if (pair == null || !pairs.knows(pair)) {
            throw Problem.noSuchPair(pair == null ? "" : pair);
        }
        OptionalDouble share =
                parameters.share() == null ? OptionalDouble.empty() : OptionalDouble.of(parameters.share());
        return pairs.question(pair, share, parameters.bound())
                .orElseThrow(() -> new Problem(
                        HttpStatus.CONFLICT,
                        "Not measured yet",
                        "The step times of pair '" + pair
                                + "' are not known yet; send it some requests, or give small and large."));
    }

    /** The answer; {@code forecasts} in the order of the question. */
    record Answer(double largeShare, List<Row> forecasts) {}

    /** A way to run the load. */
    record Way(
            double tokensPerSecond,
            double tokensPerSecondEach,
            @Nullable Double p99GapMillis) {

        static Way of(io.tokenrouter.app.forecast.Way way) {
            return new Way(
                    way.tokensPerSecond(),
                    way.tokensPerSecondEach(),
                    way.p99GapMillis().isPresent() ? (Double) way.p99GapMillis().getAsDouble() : null);
        }
    }

    /** One number of requests. */
    record Row(
            int requests,
            Way tuned,
            Way greedy,
            Way lockstep,
            @JsonProperty("one_at_a_time") Way oneAtATime,
            double gain,
            String settings,
            String why,
            boolean measured) {

        static List<Row> of(List<Forecast> forecasts) {
            return forecasts.stream()
                    .map(f -> new Row(
                            f.requests(),
                            Way.of(f.tuned()),
                            Way.of(f.greedy()),
                            Way.of(f.lockstep()),
                            Way.of(f.oneAtATime()),
                            f.gain(),
                            f.settingsText(),
                            f.why(),
                            f.isMeasured()))
                    .toList();
        }
    }
}
