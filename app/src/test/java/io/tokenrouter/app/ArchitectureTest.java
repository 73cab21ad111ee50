package io.tokenrouter.app;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** How the modules may see each other. The engine's own rules are tested in the engine. */
@AnalyzeClasses(packages = "io.tokenrouter", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule theEngineKnowsNothingAboveIt = noClasses()
            .that()
            .resideInAPackage("io.tokenrouter.engine..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.tokenrouter.app..", "io.tokenrouter.ui..", "org.springframework..", "reactor..", "java.sql..");

    @ArchTest
    static final ArchRule theConsoleSeesOnlyWhatTheEngineShowsToAll = noClasses()
            .that()
            .resideInAPackage("io.tokenrouter.ui..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.tokenrouter.app..",
                    "io.tokenrouter.engine.runtime..",
                    "io.tokenrouter.engine.subserver..",
                    "io.tokenrouter.engine.executor..",
                    "io.tokenrouter.engine.kvcache..",
                    "io.tokenrouter.engine.model..",
                    "io.tokenrouter.engine.tensor..",
                    "io.tokenrouter.engine.catalog..");

    @ArchTest
    static final ArchRule theHttpApiReachesNoDatabaseAndNoModels = noClasses()
            .that()
            .resideInAnyPackage("io.tokenrouter.app.v1..", "io.tokenrouter.app.web..", "io.tokenrouter.app.serving..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.tokenrouter.app.persistence..",
                    "io.tokenrouter.app.postgres..",
                    "io.tokenrouter.app.registry..",
                    "jakarta.persistence..",
                    "java.sql..");

    @ArchTest
    static final ArchRule onlyTheGpuModuleUsesJcuda = noClasses()
            .that()
            .resideOutsideOfPackage("io.tokenrouter.gpu..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("jcuda..");

    @ArchTest
    static final ArchRule theGpuModuleIsFoundAndNeverImported = noClasses()
            .that()
            .resideOutsideOfPackage("io.tokenrouter.gpu..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.tokenrouter.gpu..");

    @ArchTest
    static final ArchRule theGpuModuleKnowsTheEngineAlone = noClasses()
            .that()
            .resideInAPackage("io.tokenrouter.gpu..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.tokenrouter.app..", "io.tokenrouter.ui..", "org.springframework..");

    @ArchTest
    static final ArchRule packagesOfTheServerHaveNoCycles =
            slices().matching("io.tokenrouter.app.(*)..").should().beFreeOfCycles();
}
