package io.tokenrouter.engine;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchConditions.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.stream.Stream;

/** The rules of the house plan that a compiler does not hold. */
@AnalyzeClasses(packages = EngineArchitectureTest.ENGINE, importOptions = ImportOption.DoNotIncludeTests.class)
class EngineArchitectureTest {

    static final String ENGINE = "io.tokenrouter.engine";

    /** In the order in which a request walks them: each imports packages below it only. */
    private static final List<String> ORDER = List.of(
            "calibrate",
            "catalog",
            "tokenizer",
            "runtime",
            "routing",
            "subserver",
            "tuning",
            "kvcache",
            "executor",
            "heads",
            "model",
            "tensor",
            "sampling",
            "throughput",
            "grammar");

    @ArchTest
    static void importsGoDownTheListOnly(JavaClasses classes) {
        for (int i = 1; i < ORDER.size(); i++) {
            String[] above = ORDER.subList(0, i).stream()
                    .map(EngineArchitectureTest::all)
                    .toArray(String[]::new);
            noClasses()
                    .that(resideInAPackage(all(ORDER.get(i))))
                    .should()
                    .dependOnClassesThat(resideInAnyPackage(above))
                    .because(ORDER.get(i) + " is below them")
                    .allowEmptyShould(true)
                    .check(classes);
        }
    }

    @ArchTest
    static final ArchRule EVERY_PACKAGE_HAS_ITS_PLACE = noClasses()
            .should(resideOutsideOfPackages(placed()))
            .because("packages are listed in docs/architecture.md and above");

    @ArchTest
    static final ArchRule OPEN_PACKAGES_IMPORT_NOTHING_ABOVE_THEM = noClasses()
            .that(resideInAnyPackage(all("metrics"), all("text")))
            .should()
            .dependOnClassesThat(
                    resideInAPackage(ENGINE + "..").and(not(resideInAnyPackage(all("metrics"), all("text")))));

    @ArchTest
    static final ArchRule API_IMPORTS_ONLY_WHAT_IT_SHOWS = noClasses()
            .that(resideInAPackage(all("api")))
            .should()
            .dependOnClassesThat(
                    resideInAPackage(ENGINE + "..").and(not(resideInAnyPackage(all("api"), all("metrics")))));

    @ArchTest
    static final ArchRule THROUGHPUT_IS_PURE_MATHEMATICS = noClasses()
            .that(resideInAPackage(all("throughput")))
            .should()
            .dependOnClassesThat(resideInAPackage(ENGINE + "..").and(not(resideInAPackage(all("throughput")))));

    @ArchTest
    static final ArchRule TUNING_KNOWS_THE_MODEL_OF_THE_ENGINE_AND_NOT_THE_ENGINE = noClasses()
            .that(resideInAPackage(all("tuning")))
            .should()
            .dependOnClassesThat(
                    resideInAPackage(ENGINE + "..").and(not(resideInAnyPackage(all("tuning"), all("throughput")))));

    @ArchTest
    static final ArchRule GRAMMARS_KNOW_VOCABULARIES_AND_NO_MODELS = noClasses()
            .that(resideInAPackage(all("grammar")))
            .should()
            .dependOnClassesThat(resideInAPackage(ENGINE + "..")
                    .and(not(resideInAnyPackage(all("grammar"), all("api"), all("text")))));

    @ArchTest
    static final ArchRule NO_CYCLES =
            slices().matching(ENGINE + ".(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule PLAIN_JAVA = noClasses()
            .should()
            .dependOnClassesThat(
                    resideInAnyPackage("org.springframework..", "reactor..", "java.sql..", "javax.sql..", "jcuda.."));

    @ArchTest
    static final ArchRule VECTORS_STAY_IN_TENSOR = noClasses()
            .that(not(resideInAPackage(all("tensor"))))
            .should()
            .dependOnClassesThat(resideInAPackage("jdk.incubator.vector.."));

    private static String all(String name) {
        return ENGINE + "." + name + "..";
    }

    private static String[] placed() {
        return Stream.concat(ORDER.stream(), Stream.of("api", "metrics", "text"))
                .map(EngineArchitectureTest::all)
                .toArray(String[]::new);
    }
}
