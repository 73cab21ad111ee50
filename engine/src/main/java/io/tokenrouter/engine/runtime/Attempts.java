package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.routing.Step;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What models proposed at positions that are not committed yet, in the order in which they answered: who is credited with a
 * token, who was asked first, what was proposed and not taken. An entry whose position is committed is dropped; if it was not
 * taken it counts as discarded.
 */
final class Attempts {

    static final int NONE = -1;

    private int[] positions = new int[4];
    private int[] roles = new int[4];
    private @Nullable Step[] steps = new Step[4];
    private boolean[] taken = new boolean[4];
    private final int[] discarded;
    private int head;
    private int end;

    Attempts(int roleCount) {
        discarded = new int[roleCount];
    }

    void add(int position, int role, Step step) {
        if (end == positions.length) {
            makeRoom();
        }
        positions[end] = position;
        roles[end] = role;
        steps[end] = step;
        taken[end] = false;
        end++;
    }

    /** The newest attempt that proposed this id at this position. */
    int newest(int position, int id) {
        for (int i = end - 1; i >= head; i--) {
            if (positions[i] == position && step(i).token() == id) {
                return i;
            }
        }
        return NONE;
    }

    /** The newest attempt of this role that proposed this id at this position. */
    int newestOf(int role, int position, int id) {
        for (int i = end - 1; i >= head; i--) {
            if (positions[i] == position && roles[i] == role && step(i).token() == id) {
                return i;
            }
        }
        return NONE;
    }

    /** The attempt that was made first at this position. */
    int first(int position) {
        for (int i = head; i < end; i++) {
            if (positions[i] == position) {
                return i;
            }
        }
        return NONE;
    }

    /** The newest attempt of another role than {@code role} at this position. */
    int newestOfOthers(int position, int role) {
        for (int i = end - 1; i >= head; i--) {
            if (positions[i] == position && roles[i] != role) {
                return i;
            }
        }
        return NONE;
    }

    int role(int attempt) {
        return roles[attempt];
    }

    Step step(int attempt) {
        Step step = steps[attempt];
        if (step == null) {
            throw new IllegalStateException("attempt " + attempt + " is gone");
        }
        return step;
    }

    void take(int attempt) {
        taken[attempt] = true;
    }

    /** Ids before {@code committed} are final: attempts there are decided. */
    void settle(int committed) {
        while (head < end && positions[head] < committed) {
            drop(head++);
        }
        if (head == end) {
            head = 0;
            end = 0;
        }
    }

    /** What was proposed beyond {@code position} followed ids that have vanished. */
    void forgetBeyond(int position) {
        int kept = head;
        for (int i = head; i < end; i++) {
            if (positions[i] > position) {
                drop(i);
            } else {
                positions[kept] = positions[i];
                roles[kept] = roles[i];
                steps[kept] = steps[i];
                taken[kept] = taken[i];
                kept++;
            }
        }
        Arrays.fill(steps, kept, end, null);
        end = kept;
    }

    /** Nothing more will be committed. */
    void settleAll() {
        settle(Integer.MAX_VALUE);
    }

    /** Attempts of a role that were decided and not taken, since the last call. */
    int takeDiscarded(int role) {
        int count = discarded[role];
        discarded[role] = 0;
        return count;
    }

    private void drop(int attempt) {
        if (!taken[attempt]) {
            discarded[roles[attempt]]++;
        }
        steps[attempt] = null;
    }

    private void makeRoom() {
        int live = end - head;
        int size = live > positions.length / 2 ? positions.length * 2 : positions.length;
        positions = Arrays.copyOf(Arrays.copyOfRange(positions, head, end), size);
        roles = Arrays.copyOf(Arrays.copyOfRange(roles, head, end), size);
        steps = Arrays.copyOf(Arrays.copyOfRange(steps, head, end), size);
        taken = Arrays.copyOf(Arrays.copyOfRange(taken, head, end), size);
        head = 0;
        end = live;
    }
}
