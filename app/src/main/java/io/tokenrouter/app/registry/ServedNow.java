package io.tokenrouter.app.registry;

import io.tokenrouter.app.serving.NotServed;
import io.tokenrouter.app.serving.Served;
import io.tokenrouter.app.serving.ServedPolicy;
import io.tokenrouter.app.serving.ServingCatalog;
import java.util.List;
import java.util.Optional;

/** What can be asked for at this moment. */
record ServedNow(LiveRegistry live) implements ServingCatalog {

    @Override
    public List<Served> all() {
        return live.catalog().all();
    }

    @Override
    public Optional<Served> find(String id) {
        return live.catalog().find(id);
    }

    @Override
    public Optional<NotServed> whyNot(String id) {
        return live.catalog().whyNot(id);
    }

    @Override
    public List<String> failed() {
        return live.catalog().failed();
    }

    @Override
    public Optional<ServedPolicy> findPolicy(String name) {
        return Optional.ofNullable(live.state().policies().get(name));
    }
}
