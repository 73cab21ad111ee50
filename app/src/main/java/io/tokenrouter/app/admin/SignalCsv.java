package io.tokenrouter.app.admin;

import io.tokenrouter.app.signals.SignalArrays;
import io.tokenrouter.app.signals.SignalSample;
import java.util.List;
import java.util.stream.Stream;

/** Signals as a table with a line for each position; a cell is empty for what is not known. */
final class SignalCsv {

    private SignalCsv() {}

    static String of(List<SignalSample> samples) {
        StringBuilder csv = new StringBuilder();
        Csv.line(
                csv,
                Stream.of(
                        "request_id",
                        "ended_at",
                        "algorithm",
                        "position",
                        "asked",
                        "writer",
                        "entropy",
                        "top1",
                        "margin",
                        "score",
                        "agrees"));
        for (SignalSample sample : samples) {
            SignalArrays signals = sample.signals();
            for (int i = 0; i < signals.positions(); i++) {
                Csv.line(
                        csv,
                        Stream.of(
                                sample.requestId(),
                                sample.endedAt(),
                                sample.policy().algorithm(),
                                i,
                                model(sample, signals.asked().charAt(i)),
                                model(sample, signals.writers().charAt(i)),
                                number(signals.entropies()[i]),
                                number(signals.topProbs()[i]),
                                number(signals.margins()[i]),
                                number(signals.score(i)),
                                agrees(signals.agreements().charAt(i))));
            }
        }
        return csv.toString();
    }

    private static String model(SignalSample sample, char letter) {
        return switch (letter) {
            case SignalArrays.SMALL -> sample.small();
            case SignalArrays.LARGE -> sample.large();
            default -> "";
        };
    }

    private static String number(float value) {
        return Float.isNaN(value) ? "" : Float.toString(value);
    }

    private static String agrees(char sign) {
        return switch (sign) {
            case SignalArrays.SAME -> "true";
            case SignalArrays.DIFFERENT -> "false";
            default -> "";
        };
    }
}
