package io.tokenrouter.app.registry;

import java.util.function.UnaryOperator;

/** All that is registered, as it is now. Readers never wait; changes are made one after the other and are short. */
final class LiveRegistry {

    private volatile Moment now = new Moment(0, RegistryState.EMPTY, Catalog.of(RegistryState.EMPTY));

    private record Moment(long revision, RegistryState state, Catalog catalog) {}

    RegistryState state() {
        return now.state();
    }

    Catalog catalog() {
        return now.catalog();
    }

    /** Rises with every change. */
    long revision() {
        return now.revision();
    }

    synchronized void change(UnaryOperator<RegistryState> change) {
        RegistryState changed = change.apply(now.state());
        now = new Moment(now.revision() + 1, changed, Catalog.of(changed));
    }
}
