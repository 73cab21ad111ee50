package io.tokenrouter.app.batching;

import io.tokenrouter.engine.tuning.Adoption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;
import org.springframework.stereotype.Component;

/** Changes that the tuner made, on their way to whoever records them. The tuner never waits; what does not fit is dropped. */
@Component
final class Adoptions implements Consumer<Adoption> {

    private static final int CAPACITY = 256;

    private final BlockingQueue<Adoption> waiting = new ArrayBlockingQueue<>(CAPACITY);

    @Override
    public void accept(Adoption adoption) {
        waiting.offer(adoption);
    }

    /** Those since the last call, oldest first. */
    List<Adoption> take() {
        List<Adoption> taken = new ArrayList<>();
        waiting.drainTo(taken);
        return taken;
    }
}
