package io.tokenrouter.app.registry;

import io.tokenrouter.app.Startup;
import io.tokenrouter.app.StartupException;
import java.util.Collection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Loads the models of a start, one after the other. Only what this start itself asks for can end it. */
final class StartLoads {

    private static final Logger log = LoggerFactory.getLogger(StartLoads.class);

    private final LiveRegistry live;
    private final LoadWork work;

    StartLoads(LiveRegistry live, LoadWork work) {
        this.live = live;
        this.work = work;
    }

    /**
     * Afterwards each model that is registered as LOADING serves or has failed.
     *
     * @throws StartupException if a required one cannot be served, or the start was cancelled
     */
    void run(Collection<Plan.Model> models, Startup startup) {
        for (Plan.Model model : models) {
            ModelStatus status = live.state().models().get(model.id());
            if (status.state() == LifeState.LOADING) {
                startup.begins("Loading " + model.id());
                load(model, status, startup);
            }
        }
    }

    private void load(Plan.Model model, ModelStatus status, Startup startup) {
        try {
            work.load(status.registered(), () -> {
                startup.verifyWanted();
                return false;
            });
        } catch (StartupException stopped) {
            throw stopped;
        } catch (UnusableFile | RegistryRefusal e) {
            failed(model, String.valueOf(e.getMessage()));
        } catch (Throwable e) {
            log.error("Not loaded: model {}", model.id(), e);
            failed(model, UnusableFile.UNFORESEEN);
        }
    }

    private void failed(Plan.Model model, String reason) {
        if (model.required()) {
            throw new StartupException("model " + model.id() + ": " + reason);
        }
        log.warn("Not served: model {}: {} ({})", model.id(), reason, model.file());
        live.change(state -> state.model(model.id(), m -> m.as(LifeState.FAILED, reason)));
    }
}
