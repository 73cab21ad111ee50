package io.tokenrouter.app.serving;

import java.util.List;
import java.util.Optional;

/**
 * The pairs and models that can be asked for right now. Answers from memory and never blocks, so an event loop may call it.
 */
public interface ServingCatalog {

    /** Everything servable, pairs first, in the order in which it was registered. */
    List<Served> all();

    /** The pair or model of that id; empty if there is none or it is not loaded. */
    Optional<Served> find(String id);

    /** Why a registered pair or model is not among them; empty for one that is, and for an unknown id. */
    default Optional<NotServed> whyNot(String id) {
        return Optional.empty();
    }

    /** Ids of the pairs and models that were to be loaded and could not, pairs first. */
    default List<String> failed() {
        return List.of();
    }

    /** The newest version of a registered policy; empty for an unknown name and for a built-in that nobody registered. */
    Optional<ServedPolicy> findPolicy(String name);
}
