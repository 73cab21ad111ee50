package io.tokenrouter.engine.subserver;

import java.util.Arrays;
import java.util.List;

/**
 * Where the generations at one model may go from there. Sums are made by the thread of its subserver and shown to others under the
 * lock of the {@link StepScheduler}.
 */
final class Transitions {

    private volatile Transition[] all = {};

    /** Under the lock. */
    Transition to(GroupMember member) {
        for (Transition known : all) {
            if (known.to == member) {
                return known;
            }
        }
        Transition[] more = Arrays.copyOf(all, all.length + 1);
        more[all.length] = new Transition(member);
        all = more;
        return more[more.length - 1];
    }

    /** The model has left. Under the lock. */
    void forget(GroupMember member) {
        all = Arrays.stream(all).filter(each -> each.to != member).toArray(Transition[]::new);
    }

    /** Sums up those that wait in the line. By the subserver's thread. */
    void sumUpLine(List<Seat> waiting) {
        clearLine();
        for (int i = 0; i < waiting.size(); i++) {
            waiting.get(i).onward().lined();
        }
    }

    /**
     * Sums up the rows of a step that is to begin; of a row that gets no answer yet, nobody goes anywhere. Of a step that reads prompts
     * nobody is expected: how long it takes is not known, and who waited for it would wait in vain. By the subserver's thread.
     */
    void sumUp(Step step) {
        clearStep();
        if (step.readsPrompts()) {
            return;
        }
        for (int i = 0; i < step.size(); i++) {
            if (step.row(i).candidate() != null) {
                step.seat(i).onward().answers();
            }
        }
    }

    void clearLine() {
        for (Transition each : all) {
            each.clearLine();
        }
    }

    void clearStep() {
        for (Transition each : all) {
            each.clearStep();
        }
    }

    /** Under the lock. */
    void showLine() {
        for (Transition each : all) {
            each.showLine();
        }
    }

    /** See {@link Transition#granted}. Under the lock. */
    void granted(int rows, int waiting) {
        for (Transition each : all) {
            each.granted(rows, waiting);
        }
    }

    /** Under the lock. */
    void began() {
        for (Transition each : all) {
            each.began();
        }
    }

    /** Generations of the step that runs which are expected at a model after it. Under the lock. */
    double expectedAt(GroupMember member) {
        for (Transition each : all) {
            if (each.to == member) {
                return each.expected();
            }
        }
        return 0;
    }
}
