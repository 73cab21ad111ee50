package io.tokenrouter.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ModelsPageTest {

    private static final ModelView UNREADABLE =
            new ModelView("broken", ServingState.FAILED, "not a GGUF file", "", "broken.gguf", 0, "", 0, 0, 0, 0, 0);

    private final ModelsPage page = ModelsPage.of(new ConsoleCatalog() {
        @Override
        public List<PairView> pairs() {
            return List.of(new PairView(
                    "odd",
                    ServingState.FAILED,
                    "broken is not loaded",
                    "broken",
                    "gone",
                    ScriptedCatalog.UNCERTAINTY,
                    0,
                    List.of(),
                    null));
        }

        @Override
        public List<ModelView> models() {
            return List.of(UNREADABLE);
        }

        @Override
        public List<PolicyView> policies() {
            return List.of();
        }
    });

    @Test
    void whatCouldNotBeReadIsBlankAndNeverZero() {
        ModelsPage.Model model = page.models().getFirst();
        assertThat(List.of(
                        model.file(),
                        model.parameters(),
                        model.layers(),
                        model.hiddenSize(),
                        model.vocabulary(),
                        model.context()))
                .containsOnly("");
        assertThat(model.reason()).isEqualTo("not a GGUF file");
    }

    @Test
    void aPairOfModelsThatAreNotThereIsStillListed() {
        ModelsPage.Pair pair = page.pairs().getFirst();
        assertThat(pair.small()).isEqualTo(new ModelsPage.Member("broken", null));
        assertThat(pair.large()).isEqualTo(new ModelsPage.Member("gone", null));
        assertThat(pair.ratio()).isNull();
        assertThat(pair.context()).isEmpty();
    }
}
