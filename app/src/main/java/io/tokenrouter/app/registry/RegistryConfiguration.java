package io.tokenrouter.app.registry;

import io.tokenrouter.app.Startup;
import io.tokenrouter.app.accounts.AuditTrail;
import io.tokenrouter.app.cli.ServeOptions;
import io.tokenrouter.app.persistence.RegistryStore;
import io.tokenrouter.app.requests.PairTapes;
import io.tokenrouter.engine.catalog.ModelLoader;
import io.tokenrouter.engine.executor.UsableDevices;
import io.tokenrouter.engine.executor.cpu.CpuDevice;
import io.tokenrouter.engine.routing.RoutingAlgorithms;
import io.tokenrouter.engine.runtime.RoutingEngine;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.DependsOn;

/** What is registered, and the services that change it. Loads end before the engine does. */
@Configuration(proxyBeanMethods = false)
class RegistryConfiguration {

    @Bean
    ModelLoading modelLoading(CpuDevice device, LoadedModels loaded, RoutingEngine engine) {
        return new ModelLoading(new ModelLoader(device), loaded, engine);
    }

    @Bean
    KvBudget kvBudget(LiveRegistry live, ServeOptions options) {
        return new KvBudget(live, options.kvMemoryBytes());
    }

    @Bean
    Places places(
            UsableDevices devices, LiveRegistry live, KvBudget budget, ModelLoading loading, ServeOptions options) {
        return new Places(devices, new DeviceBudget(live, options.kvMemoryOfGpus()), budget, loading);
    }

    @Bean
    MemoryPlans memoryPlans(Places places, MemoryProbe memory) {
        return new MemoryPlans(places, memory);
    }

    @Bean
    LoadWork loadWork(
            LiveRegistry live,
            ModelFolders folders,
            Inspections inspections,
            ModelLoading loading,
            Places places,
            MemoryProbe memory,
            LostDevices lost,
            RoutingEngine engine) {
        lost.attach(engine);
        return new LoadWork(live, folders, inspections, loading, places, memory, lost);
    }

    @Bean
    PairLinks pairLinks(
            LiveRegistry live,
            Inspections inspections,
            MemoryPlans memory,
            RoutingEngine engine,
            ApplicationEventPublisher events) {
        return new PairLinks(live, inspections, memory, engine, events);
    }

    /**
     * Whoever needs what is served gets it once it is loaded. A start that is refused because of the address it listens on is refused
     * before that.
     */
    @Bean
    @DependsOn("exposure")
    ServedNow servingCatalog(
            RegistryStore store,
            LiveRegistry live,
            LoadWork work,
            PairLinks links,
            ServeOptions options,
            Startup startup) {
        new Registry(store, live, new StartLoads(live, work), links).start(options, startup);
        return new ServedNow(live);
    }

    @Bean
    Loads loads(ServedNow started, LoadWork work, PairLinks links) {
        return new Loads(started.live(), work, links);
    }

    /** Models that are left out of memory are described all the same, when there is time for it. */
    @Bean
    ApplicationListener<ApplicationReadyEvent> describing(Loads loads) {
        return ready -> loads.describe();
    }

    @Bean
    Retirement retirement(LiveRegistry live, RoutingEngine engine, LoadedModels loaded) {
        return new Retirement(live, engine, loaded);
    }

    @Bean
    ChangeLock changeLock() {
        return new ChangeLock();
    }

    @Bean
    PolicyBook policyBook(ServedNow started, ChangeLock changes, RoutingEngine engine) {
        return new PolicyBook(started.live(), changes, engine);
    }

    @Bean
    ModelService modelService(
            ServedNow started,
            RegistryStore store,
            AuditTrail audit,
            ModelFolders folders,
            Inspections inspections,
            Places places,
            MemoryProbe memory,
            Loads loads,
            Retirement retirement,
            ChangeLock changes) {
        return new ModelService(
                started.live(), store, audit, folders, inspections, places, memory, loads, retirement, changes);
    }

    @Bean
    PairBuilder pairBuilder(ServedNow started, Inspections inspections, MemoryPlans memory) {
        return new PairBuilder(started.live(), inspections, memory);
    }

    @Bean
    PairService pairService(
            ServedNow started,
            RegistryStore store,
            AuditTrail audit,
            PairBuilder builder,
            Loads loads,
            Retirement retirement,
            ChangeLock changes,
            PolicyBook policies) {
        return new PairService(started.live(), store, audit, builder, loads, retirement, changes, policies);
    }

    @Bean
    ConsoleAdapter consoleCatalog(ServedNow started, RoutingAlgorithms algorithms) {
        return new ConsoleAdapter(started.live(), algorithms);
    }

    @Bean
    ConsoleRegistryAdapter consoleRegistry(
            ServedNow started,
            ConsoleAdapter catalog,
            RoutingAlgorithms algorithms,
            RoutingEngine engine,
            PairTapes tapes) {
        return new ConsoleRegistryAdapter(started.live(), catalog, algorithms, engine, tapes);
    }
}
