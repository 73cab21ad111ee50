package io.tokenrouter.gpu;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What the module's packages may know of each other and of others. */
@AnalyzeClasses(packages = "io.tokenrouter.gpu", importOptions = ImportOption.DoNotIncludeTests.class)
class GpuArchitectureTest {

    @ArchTest
    static final ArchRule JCUDA_STAYS_IN_THE_DRIVER_PACKAGE = noClasses()
            .that()
            .resideOutsideOfPackage("io.tokenrouter.gpu.driver")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("jcuda..");

    @ArchTest
    static final ArchRule IMPORTS_GO_ONE_WAY = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("assembly")
            .definedBy("io.tokenrouter.gpu")
            .layer("candidate")
            .definedBy("io.tokenrouter.gpu.candidate")
            .layer("layers")
            .definedBy("io.tokenrouter.gpu.layers")
            .layer("weights")
            .definedBy("io.tokenrouter.gpu.weights")
            .layer("kernels")
            .definedBy("io.tokenrouter.gpu.kernels")
            .layer("memory")
            .definedBy("io.tokenrouter.gpu.memory")
            .layer("driver")
            .definedBy("io.tokenrouter.gpu.driver")
            .whereLayer("assembly")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("candidate")
            .mayOnlyBeAccessedByLayers("assembly")
            .whereLayer("layers")
            .mayOnlyBeAccessedByLayers("assembly")
            .whereLayer("weights")
            .mayOnlyBeAccessedByLayers("assembly", "layers")
            .whereLayer("kernels")
            .mayOnlyBeAccessedByLayers("assembly", "candidate", "layers", "weights")
            .whereLayer("memory")
            .mayOnlyBeAccessedByLayers("assembly", "candidate", "layers", "weights");

    @ArchTest
    static final ArchRule NO_FRAMEWORKS = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.springframework..", "reactor..", "java.sql..", "jdk.incubator.vector..");
}
