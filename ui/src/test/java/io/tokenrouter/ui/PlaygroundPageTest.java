package io.tokenrouter.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.ui.PlaygroundPage.Target;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlaygroundPageTest {

    private final PlaygroundPage page = PlaygroundPage.of(new ScriptedCatalog(), new ScriptedRegistry().algorithms());

    private Target target(String id) {
        return page.targets().stream()
                .filter(t -> t.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void pairsComeBeforeTheModelsAloneAndWhatFailedIsNotOffered() {
        assertThat(page.targets()).extracting(Target::id).containsExactly("demo", "demo-small", "demo-large", "smol");
        assertThat(page.groups()).extracting(PlaygroundPage.Group::label).containsExactly("Pairs", "Models alone");
    }

    @Test
    void aModelAloneKeepsTheMarkOfItsRole() {
        assertThat(target("demo-large").large()).isEqualTo("demo-large");
        assertThat(target("demo-large").small()).isNull();
        assertThat(target("smol").small()).isEqualTo("smol");
    }

    @Test
    void examplesOfAPairAreOfferedForItsModelsToo() {
        assertThat(target("demo-small").examples()).isEqualTo(DemoExamples.NUMBER_STORIES);
        assertThat(target("smol").examples()).isEmpty();
    }

    @Test
    void policiesAreNamedWithTheirVersionAndAlgorithm() {
        assertThat(page.policies())
                .extracting(PolicyLabel::label)
                .containsExactly("hard-digits 3, uncertainty", "random", "uncertainty", "margin, uncertainty");
        assertThat(target("demo").policyLabel()).isEqualTo("hard-digits 3, uncertainty");
        assertThat(page.policies().getFirst().options())
                .isEqualTo("enter\u00a00.2, metric\u00a0entropy, window\u00a01");
    }

    @Test
    void whereNothingServesNothingIsOffered() {
        PlaygroundPage empty = PlaygroundPage.of(
                new ConsoleCatalog() {
                    @Override
                    public List<PairView> pairs() {
                        return new ScriptedCatalog().pairs();
                    }

                    @Override
                    public List<ModelView> models() {
                        return List.of();
                    }

                    @Override
                    public List<PolicyView> policies() {
                        return List.of();
                    }
                },
                List.of());
        assertThat(empty.targets()).isEmpty();
        assertThat(empty.groups()).isEmpty();
    }
}
