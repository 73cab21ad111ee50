package io.tokenrouter.app.v1;

import io.tokenrouter.app.tools.CallAssembler;
import io.tokenrouter.engine.api.TokenEvent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Gathers an answer that is sent as a whole. */
final class AnswerCollector {

    private final AnswerFormat format;
    private final Job job;
    private final List<Gathering> choices = new ArrayList<>();

    AnswerCollector(AnswerFormat format, Job job) {
        this.format = format;
        this.job = job;
        for (Job.Choice choice : job.choices()) {
            choices.add(new Gathering(job, choice));
        }
    }

    /**
     * @throws RuntimeException the failure of a generation
     */
    void add(List<ChoiceEvent> batch) {
        for (ChoiceEvent each : batch) {
            choices.get(each.choice()).add(each.event());
        }
    }

    /** The response body, once every choice has ended. */
    Object answer() {
        return format.whole(job, choices.stream().map(Gathering::finished).toList());
    }

    private static final class Gathering {

        private final Job.Choice asked;
        private final ChoiceText choiceText;
        private final StringBuilder text = new StringBuilder();
        private final CallAssembler calls = new CallAssembler();
        private final List<TokenEvent.Token> visible = new ArrayList<>();
        private final List<TokenEvent.Token> tokens = new ArrayList<>();
        private TokenEvent.@Nullable Finished end;

        Gathering(Job job, Job.Choice asked) {
            this.asked = asked;
            this.choiceText = new ChoiceText(job, asked);
        }

        void add(TokenEvent event) {
            switch (event) {
                case TokenEvent.Token token -> {
                    tokens.add(token);
                    take(choiceText.add(token));
                }
                case TokenEvent.Finished finished -> {
                    take(choiceText.end());
                    end = finished;
                }
                case TokenEvent.Failed failed -> throw failed.error();
            }
        }

        private void take(Released released) {
            text.append(released.text());
            released.calls().forEach(calls::add);
            visible.addAll(released.tokens());
        }

        FinishedChoice finished() {
            if (end == null) {
                throw new IllegalStateException("choice " + asked.index() + " has not ended");
            }
            return new FinishedChoice(asked, text.toString(), calls.calls(), visible, tokens, end);
        }
    }
}
