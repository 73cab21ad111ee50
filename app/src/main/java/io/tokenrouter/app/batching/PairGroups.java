package io.tokenrouter.app.batching;

import io.tokenrouter.app.serving.ServedPair;
import io.tokenrouter.app.serving.ServingCatalog;
import io.tokenrouter.engine.subserver.StepScheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Finds the group of each served pair. Answers from memory; safe from any thread. */
@Component
class PairGroups {

    private final ServingCatalog catalog;
    private final BatchingControl control;

    PairGroups(ServingCatalog catalog, BatchingControl control) {
        this.catalog = catalog;
        this.control = control;
    }

    /** In the order in which the pairs were registered. */
    List<PairGroup> all() {
        List<ServedPair> pairs = catalog.all().stream()
                .filter(ServedPair.class::isInstance)
                .map(ServedPair.class::cast)
                .toList();
        List<StepScheduler.Scheduled> groups = control.groups();
        List<PairGroup> found = new ArrayList<>();
        for (ServedPair pair : pairs) {
            groups.stream()
                    .filter(group -> contains(group, pair))
                    .findFirst()
                    .ifPresent(group -> found.add(new PairGroup(
                            pair,
                            group.shape(),
                            group.plan(),
                            control.reason(group),
                            pairs.stream()
                                    .filter(other -> contains(group, other))
                                    .map(ServedPair::id)
                                    .toList())));
        }
        return found;
    }

    Optional<PairGroup> find(String pairId) {
        return all().stream().filter(group -> group.pair().id().equals(pairId)).findFirst();
    }

    private static boolean contains(StepScheduler.Scheduled group, ServedPair pair) {
        return group.shape().models().containsAll(List.of(pair.smallId(), pair.largeId()));
    }
}
